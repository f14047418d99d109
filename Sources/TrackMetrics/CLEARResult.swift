/// The CLEAR MOT measures of one sequence or of several pooled.
public struct CLEARResult: TrackingMetricResult {
    /// Boxes matched.
    public internal(set) var truePositives = 0
    /// Ground-truth boxes not matched.
    public internal(set) var falseNegatives = 0
    /// Result boxes not matched.
    public internal(set) var falsePositives = 0
    /// IDSW: how often a ground-truth track was matched with another result track than the last time it was matched.
    public internal(set) var identitySwitches = 0
    /// Frag: how often a ground-truth track was lost and found again.
    public internal(set) var fragments = 0
    /// MT: ground-truth tracks matched in more than 80 % of their frames.
    public internal(set) var mostlyTracked = 0
    /// PT: ground-truth tracks matched in 20 % to 80 % of their frames.
    public internal(set) var partlyTracked = 0
    /// ML: ground-truth tracks matched in less than 20 % of their frames.
    public internal(set) var mostlyLost = 0
    // A sum rather than a mean: it can be added up over sequences.
    var similaritySum = 0.0

    init() {}

    public static func pooled(_ results: [CLEARResult]) -> CLEARResult {
        var pooled = CLEARResult()
        for result in results {
            pooled.truePositives += result.truePositives
            pooled.falseNegatives += result.falseNegatives
            pooled.falsePositives += result.falsePositives
            pooled.identitySwitches += result.identitySwitches
            pooled.fragments += result.fragments
            pooled.mostlyTracked += result.mostlyTracked
            pooled.partlyTracked += result.partlyTracked
            pooled.mostlyLost += result.mostlyLost
            pooled.similaritySum += result.similaritySum
        }
        return pooled
    }
}

extension CLEARResult {
    /// How many boxes the ground truth has.
    public var truthBoxCount: Int { truePositives + falseNegatives }

    /// MOTA: 1 less misses, false positives and identity switches per ground-truth box; at most 1, without lower bound. 0 when
    /// there is no ground truth.
    public var accuracy: Double {
        guard truthBoxCount > 0 else { return 0 }
        return Double(truePositives - falsePositives - identitySwitches) / Double(truthBoxCount)
    }

    /// MOTP: the mean similarity of matched boxes, 0...1; 0 when there are none.
    public var precision: Double { share(similaritySum, of: Double(truePositives)) }

    /// The share of ground-truth boxes that are matched, 0...1.
    public var detectionRecall: Double { share(Double(truePositives), of: Double(truthBoxCount)) }

    /// The share of result boxes that are matched, 0...1.
    public var detectionPrecision: Double {
        share(Double(truePositives), of: Double(truePositives + falsePositives))
    }
}
