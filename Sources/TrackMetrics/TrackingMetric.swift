public import TrackModel

/// Measures how well a tracker's results fit the ground truth.
public protocol TrackingMetric: Sendable {
    associatedtype Result: TrackingMetricResult

    /// What the metric says of one sequence. Throws `TrackletError` (`badData`) when the sequence cannot be compared.
    func evaluate(_ sequence: MetricsSequence) throws(TrackletError) -> Result
}

/// What a metric says of one sequence, or of several taken together.
public protocol TrackingMetricResult: Sendable, Hashable {
    /// All sequences taken together, each box weighing the same, as TrackEval's COMBINED row; not the mean over sequences.
    static func pooled(_ results: [Self]) -> Self
}

extension TrackingMetric {
    /// What the metric says of all the sequences taken together.
    public func evaluate(_ sequences: [MetricsSequence]) throws(TrackletError) -> Result {
        var results: [Result] = []
        for sequence in sequences {
            results.append(try evaluate(sequence))
        }
        return Result.pooled(results)
    }
}

/// TrackEval's slack for similarities that lie on a threshold but for their last bit.
let thresholdSlack = Double.ulpOfOne

/// `numerator` / `denominator`, and 0 where there is nothing to count, as TrackEval has it.
func share(_ numerator: Double, of denominator: Double) -> Double {
    numerator / max(1, denominator)
}

func checkedThreshold(_ threshold: Double) throws(TrackletError) -> Double {
    guard threshold >= 0 && threshold <= 1 else {
        throw TrackletError(
            .usage, "The similarity threshold \(threshold) lies outside 0...1; 0.5 is customary, 0.3 is lenient.")
    }
    return threshold
}
