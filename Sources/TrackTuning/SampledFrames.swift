internal import TrackModel

/// One pass through a video that hands out the frames of one sample after the other and passes over those between them.
struct SampledFrames<Iterator: AsyncIteratorProtocol> where Iterator.Element == Frame {
    private var iterator: Iterator
    private var samples: ArraySlice<Range<Double>>
    private let progress: ((_ frame: Int, _ framesRead: Int) -> Void)?
    /// The time of the first frame, from which samples count.
    private var origin: Double?
    /// Read, and not yet handed out.
    private var held: Frame?
    private(set) var framesRead = 0

    init(
        _ iterator: Iterator, samples: [Range<Double>], progress: ((_ frame: Int, _ framesRead: Int) -> Void)? = nil
    ) {
        self.iterator = iterator
        self.samples = samples[...]
        self.progress = progress
    }

    /// Goes on to the next sample in which there is a frame. False when there is none any more.
    mutating func findNextSample() async throws -> Bool {
        while let sample = samples.first {
            guard let frame = try await peek() else { return false }
            let time = frame.time - (origin ?? 0)
            if sample.contains(time) { return true }
            if time >= sample.upperBound {
                samples.removeFirst()
            } else {
                held = nil
            }
        }
        return false
    }

    /// The next frame of the sample; nil behind its last one.
    mutating func next() async throws -> Frame? {
        guard let sample = samples.first, let frame = try await peek() else { return nil }
        guard frame.time - (origin ?? 0) < sample.upperBound else { return nil }
        held = nil
        return frame
    }

    private mutating func peek() async throws -> Frame? {
        if let held { return held }
        try Task.checkCancellation()
        guard let frame = try await iterator.next(isolation: #isolation) else { return nil }
        if origin == nil { origin = frame.time }
        framesRead += 1
        progress?(frame.index, framesRead)
        held = frame
        return frame
    }
}
