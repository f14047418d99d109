public import TrackModel

extension MetricsSequence {
    /// The overlap with a ground-truth box from which on a result counts as an attempt at it and is never ignored.
    static let attemptOverlap = 0.3
    /// The overlap with an ignored place from which on a result lies there.
    static let ignoredOverlap = 0.5
    /// The share of a result's area inside an ignored place from which on it lies there.
    static let ignoredShare = 0.7

    /// A sequence of boxes, compared by intersection over union, labels aside.
    ///
    /// A result is dropped, so that it counts neither way, when it overlaps no ground-truth box of its frame by 0.3 or more and
    /// either overlaps an ignored box by 0.5 or more or has 70 % of its area or more inside one. Boxes without positive width
    /// and height are left out on both sides, and of results with one identity in one frame the first counts.
    ///
    /// - Parameters:
    ///   - truth: The ground truth, a frame at most once, in any order.
    ///   - results: The tracker's results, a frame at most once, in any order.
    ///   - ignored: By 0-based frame, the places where results count neither way: faces too small, blurred or turned away.
    ///   - unionMargin: Square pixels added to the area of each union. 0 gives TrackEval's own overlap of boxes; the default
    ///     is what scorers commonly add against a division by zero. They differ only where an overlap lies exactly on a threshold.
    /// - Throws: `TrackletError` (`badData`) when a frame occurs twice or the ground truth has a track twice in a frame.
    public init(
        truth: [FrameObservations], results: [FrameObservations], ignored: [Int: [Box]] = [:],
        unionMargin: Double = 1e-9
    ) throws(TrackletError) {
        let truthByFrame = try Self.byFrame(truth, name: "ground truth")
        let resultsByFrame = try Self.byFrame(results, name: "results")
        var frames: [MetricsFrame] = []
        var ignoredResultCount = 0
        var repeatedResultCount = 0
        for frame in Set(truthByFrame.keys).union(resultsByFrame.keys).sorted() {
            let truthHere = truthByFrame[frame] ?? []
            let reported = resultsByFrame[frame] ?? []
            var seen: Set<Int> = []
            let distinct = reported.filter { seen.insert($0.track).inserted }
            repeatedResultCount += reported.count - distinct.count

            let places = (ignored[frame] ?? []).filter(\.isUsable)
            let counted = distinct.filter { result in
                !Self.isIgnored(result.box, truth: truthHere, places: places, unionMargin: unionMargin)
            }
            ignoredResultCount += distinct.count - counted.count

            let similarities = truthHere.flatMap { truth in
                counted.map { Self.overlap(truth.box, $0.box, unionMargin: unionMargin) }
            }
            try Self.requireDistinctTracks(truthHere, frame: frame)
            frames.append(
                MetricsFrame(truth: truthHere.map(\.track), results: counted.map(\.track), similarities: similarities))
        }
        try self.init(
            checking: frames, ignoredResultCount: ignoredResultCount, repeatedResultCount: repeatedResultCount)
    }

    private static func byFrame(
        _ frames: [FrameObservations], name: String
    ) throws(TrackletError) -> [Int: [Observation]] {
        var observations: [Int: [Observation]] = [:]
        for frame in frames {
            let usable = frame.observations.filter(\.box.isUsable)
            guard observations.updateValue(usable, forKey: frame.frame) == nil else {
                throw TrackletError(
                    .badData, "The \(name) has frame \(frame.frame) twice; gather what holds in a frame in one place.")
            }
        }
        return observations
    }

    private static func requireDistinctTracks(
        _ observations: [Observation], frame: Int
    ) throws(TrackletError) {
        var seen: Set<Int> = []
        for observation in observations where !seen.insert(observation.track).inserted {
            throw TrackletError(
                .badData,
                "The ground truth has track \(observation.track) twice in frame \(frame), but a track has one place in a frame; "
                    + "remove one of the two.")
        }
    }

    private static func isIgnored(
        _ box: Box, truth: [Observation], places: [Box], unionMargin: Double
    ) -> Bool {
        guard !places.isEmpty else { return false }
        let isAttempt = truth.contains { overlap($0.box, box, unionMargin: unionMargin) >= attemptOverlap }
        guard !isAttempt else { return false }
        return places.contains { place in
            overlap(box, place, unionMargin: unionMargin) >= ignoredOverlap
                || box.coveredShare(by: place) >= ignoredShare
        }
    }

    private static func overlap(_ first: Box, _ second: Box, unionMargin: Double) -> Double {
        let shared = first.intersectionArea(with: second)
        let union = first.area + second.area - shared + unionMargin
        // Rounding can leave a box and its copy a hair above 1.
        return union > 0 ? min(1, shared / union) : 0
    }
}
