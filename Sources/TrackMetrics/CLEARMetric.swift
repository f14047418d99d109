public import TrackModel

/// The CLEAR MOT measures: misses, false alarms and identity switches at one similarity threshold.
///
/// K. Bernardin and R. Stiefelhagen, "Evaluating multiple object tracking performance: the CLEAR MOT metrics", EURASIP Journal on
/// Image and Video Processing 2008; mostly tracked, partly tracked and mostly lost after B. Wu and R. Nevatia (2006). A pair that was matched
/// in the frame before is kept as long as it is similar enough; among the rest the sum of similarities is the greatest.
public struct CLEARMetric: TrackingMetric {
    /// The similarity from which on two boxes may be matched, 0...1.
    public let threshold: Double

    /// The measures at the customary threshold, 0.5.
    public init() { threshold = 0.5 }

    /// Throws `TrackletError` (`usage`) for a threshold outside 0...1.
    public init(threshold: Double) throws(TrackletError) {
        self.threshold = try checkedThreshold(threshold)
    }

    public func evaluate(_ sequence: MetricsSequence) throws(TrackletError) -> CLEARResult {
        var tally = Tally(threshold: threshold, identityCount: sequence.truthIdentityCount)
        for frame in sequence.frames {
            try tally.count(frame)
        }
        return tally.result
    }
}

/// What is counted while going through the frames.
private struct Tally {
    private let threshold: Double
    private var counts = CLEARResult()
    private var histories: [History]
    /// The ground-truth tracks whose history has a `previousResult`.
    private var previouslyMatched: [Int] = []

    /// What became of one ground-truth track so far.
    private struct History {
        var frames = 0
        var matchedFrames = 0
        /// How many unbroken stretches it was matched for.
        var stretches = 0
        /// The result track it was last matched with, however long ago.
        var lastResult: Int?
        /// The result track it was matched with in the last frame that had ground truth and results.
        var previousResult: Int?
    }

    /// Outweighs every sum of similarities that a frame can have.
    private static let continuationBonus = 1000.0
    private static let mostlyTrackedShare = 0.8
    private static let mostlyLostShare = 0.2

    init(threshold: Double, identityCount: Int) {
        self.threshold = threshold
        histories = Array(repeating: History(), count: identityCount)
    }

    mutating func count(_ frame: MetricsFrame) throws(TrackletError) {
        for identity in frame.truth {
            histories[identity].frames += 1
        }
        // TrackEval lets a frame without ground truth or without results pass: it neither breaks a stretch nor ends the
        // preference for the pairs of the frame before.
        guard !frame.truth.isEmpty && !frame.results.isEmpty else {
            counts.falseNegatives += frame.truth.count
            counts.falsePositives += frame.results.count
            return
        }
        let pairs = try match(frame)
        for (row, column) in pairs {
            let result = frame.results[column]
            var history = histories[frame.truth[row]]
            if let last = history.lastResult, last != result {
                counts.identitySwitches += 1
            }
            history.lastResult = result
            history.matchedFrames += 1
            history.stretches += history.previousResult == nil ? 1 : 0
            histories[frame.truth[row]] = history
            counts.similaritySum += frame.similarity(row, column)
        }
        for identity in previouslyMatched {
            histories[identity].previousResult = nil
        }
        for (row, column) in pairs {
            histories[frame.truth[row]].previousResult = frame.results[column]
        }
        previouslyMatched = pairs.map { frame.truth[$0.row] }
        counts.truePositives += pairs.count
        counts.falseNegatives += frame.truth.count - pairs.count
        counts.falsePositives += frame.results.count - pairs.count
    }

    private func match(_ frame: MetricsFrame) throws(TrackletError) -> [(row: Int, column: Int)] {
        let costs = CostMatrix(rows: frame.truth.count, columns: frame.results.count) { row, column in
            let similarity = frame.similarity(row, column)
            guard similarity >= threshold - thresholdSlack else { return 0 }
            let continues = histories[frame.truth[row]].previousResult == frame.results[column]
            return -((continues ? Self.continuationBonus : 0) + similarity)
        }
        return try LinearAssignment.solve(costs: costs).enumerated().compactMap { row, column in
            guard let column, -costs[row, column] > thresholdSlack else { return nil }
            return (row, column)
        }
    }

    var result: CLEARResult {
        var result = counts
        for history in histories {
            let share = Double(history.matchedFrames) / Double(history.frames)
            if share > Self.mostlyTrackedShare {
                result.mostlyTracked += 1
            } else if share >= Self.mostlyLostShare {
                result.partlyTracked += 1
            } else {
                result.mostlyLost += 1
            }
            result.fragments += max(0, history.stretches - 1)
        }
        return result
    }
}
