internal import Synchronization
internal import TrackModel

/// Hands every frame of one stream to several readers, each at its own pace and each frame once.
///
/// Whoever is fast waits for the slowest: at most `capacity` frames are held for those who have not taken them.
final class FrameFanOut: Sendable {
    private let capacity: Int
    private let state: Mutex<State>

    private struct State {
        /// The frames that not everyone has taken; the first is the one at place `first`.
        var frames: [SharedFrame] = []
        var first = 0
        /// The place of the next frame of each reader; nil for one that reads no more.
        var places: [Int?]
        var isClosed = false
        var readers: [CheckedContinuation<Void, Never>] = []
        var writer: CheckedContinuation<Void, Never>?

        var hasReaders: Bool { places.contains { $0 != nil } }

        /// Drops what everyone has taken, and gives back the writer if there is room for it now.
        mutating func trim(to capacity: Int) -> CheckedContinuation<Void, Never>? {
            let slowest = places.compactMap(\.self).min() ?? first + frames.count
            frames.removeFirst(slowest - first)
            first = slowest
            guard frames.count < capacity || isClosed else { return nil }
            defer { writer = nil }
            return writer
        }
    }

    init(readers: Int, capacity: Int = 8) {
        self.capacity = max(1, capacity)
        state = Mutex(State(places: Array(repeating: 0, count: readers)))
    }

    // MARK: The writer's side

    /// Adds a frame, once there is room. False, with nothing added, when it is closed or nobody reads any more.
    func put(_ frame: Frame) async -> Bool {
        while true {
            let outcome: Bool? = state.withLock { state in
                guard !state.isClosed, state.hasReaders else { return false }
                guard state.frames.count < capacity else { return nil }
                state.frames.append(SharedFrame(frame: frame))
                return true
            }
            if let outcome {
                if outcome { wakeReaders() }
                return outcome
            }
            await withCheckedContinuation { continuation in
                let mayGoOn = state.withLock { state in
                    guard state.frames.count >= capacity, !state.isClosed, state.hasReaders else { return true }
                    state.writer = continuation
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        }
    }

    /// No more frames come: readers see the end behind those already there.
    func close() {
        let writer = state.withLock { state in
            state.isClosed = true
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
        wakeReaders()
    }

    private func wakeReaders() {
        let waiting = state.withLock { state in
            defer { state.readers = [] }
            return state.readers
        }
        for reader in waiting { reader.resume() }
    }

    // MARK: The readers' side

    /// The frames as one reader sees them, each without what others have made from it.
    func frames(for reader: Int) -> Reader { Reader(fanOut: self, number: reader) }

    /// The reader takes no more frames, and nobody waits for it.
    func leave(_ reader: Int) {
        let writer = state.withLock { state in
            state.places[reader] = nil
            let writer = state.trim(to: capacity)
            guard !state.hasReaders, writer == nil else { return writer }
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
    }

    struct Reader: AsyncSequence, Sendable {
        fileprivate let fanOut: FrameFanOut
        fileprivate let number: Int

        struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let reader: Reader

            mutating func next() async throws -> Frame? { await reader.fanOut.take(reader.number) }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: self) }
    }

    private enum Outcome {
        case frame(SharedFrame, CheckedContinuation<Void, Never>?)
        case end
        case empty
    }

    /// Only under the lock.
    private func outcome(_ state: inout State, _ reader: Int) -> Outcome {
        guard let place = state.places[reader] else { return .end }
        guard place < state.first + state.frames.count else { return state.isClosed ? .end : .empty }
        let frame = state.frames[place - state.first]
        state.places[reader] = place + 1
        return .frame(frame, state.trim(to: capacity))
    }

    private func take(_ reader: Int) async -> Frame? {
        while true {
            switch state.withLock({ outcome(&$0, reader) }) {
            case .frame(let frame, let writer):
                writer?.resume()
                return frame.forOneReader
            case .end: return nil
            case .empty: break
            }
            await withCheckedContinuation { continuation in
                let mayGoOn = state.withLock { state in
                    let isEmpty = state.places[reader].map { $0 >= state.first + state.frames.count } ?? false
                    guard isEmpty, !state.isClosed else { return true }
                    state.readers.append(continuation)
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        }
    }
}

/// A frame that several runs look at.
private struct SharedFrame: Sendable {
    let frame: Frame
    let color = PaidOnce<ColorPlane>()

    /// The frame without what others have made from it, so that each run makes, and is charged for, what it needs. Its colour is made once.
    var forOneReader: Frame {
        let shared = color
        let color = frame.color.map { source in
            ColorSource { try shared.value(chargedTo: .grayAndPyramid) { try source.plane() } }
        }
        return Frame(index: frame.index, time: frame.time, luma: frame.luma, color: color)
    }
}
