public import TrackModel

/// Runs detectors on every frame, several frames at a time, and gives the detections back in order.
public struct DetectionPipeline: Sendable {
    private let detectors: [any Detector]
    private let minimumConfidence: Double
    private let threads: Int

    /// - Parameters:
    ///   - minimumConfidence: 0...1; less sure detections are left out.
    ///   - threads: frames detected at once; changes the speed, never the result.
    public init(detectors: [any Detector], minimumConfidence: Double = 0, threads: Int = 2) {
        self.detectors = detectors
        self.minimumConfidence = minimumConfidence
        self.threads = max(1, threads)
    }

    /// Hands every frame's detections to `emit` in ascending order, with the frame's index in the source, its time, and its horizon where one was asked for and seen.
    ///
    /// On cancellation the input counts as over. Throws what the frames, the detectors or `emit` throw.
    public func run<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, emit: (_ frame: Int, _ time: Double, [Detection], Horizon?) throws -> Void
    ) async throws where Frames.Element == Frame {
        let detectors = detectors
        let minimumConfidence = minimumConfidence
        let threads = threads
        try await withThrowingTaskGroup(of: DetectedFrame.self) { group in
            var waiting: [Int: DetectedFrame] = [:]
            var next = 0
            func hand(_ done: DetectedFrame) throws {
                waiting[done.place] = done
                while let ready = waiting.removeValue(forKey: next) {
                    try emit(ready.frame, ready.time, ready.detections, ready.horizon)
                    next += 1
                }
            }
            var place = 0
            var source = frames.makeAsyncIterator()
            while !Task.isCancelled {
                var next: Frame?
                // Cancelled while waiting for a frame: the input is over, and what was read is handed out.
                do { next = try await source.next() } catch is CancellationError where Task.isCancelled {}
                guard let frame = next else { break }
                if place >= threads, let done = try await group.next() { try hand(done) }
                let current = place
                group.addTask {
                    let found = try detectors.flatMap { try $0.detect(in: frame, effort: .thorough) }
                        .filter { $0.confidence >= minimumConfidence }
                    return DetectedFrame(
                        place: current, frame: frame.index, time: frame.time, detections: found,
                        horizon: try detectors.horizon(in: frame))
                }
                place += 1
            }
            while let done = try await group.next() { try hand(done) }
        }
    }

    private struct DetectedFrame: Sendable {
        /// 0 for the first frame read.
        let place: Int
        let frame: Int
        let time: Double
        let detections: [Detection]
        let horizon: Horizon?
    }
}
