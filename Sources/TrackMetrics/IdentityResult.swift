/// The identity measures of one sequence or of several pooled.
public struct IdentityResult: TrackingMetricResult {
    /// IDTP: boxes that carry the right identity.
    public internal(set) var truePositives: Int
    /// IDFN: ground-truth boxes without a result of the right identity.
    public internal(set) var falseNegatives: Int
    /// IDFP: result boxes that are of no object or carry the wrong identity.
    public internal(set) var falsePositives: Int

    public static func pooled(_ results: [IdentityResult]) -> IdentityResult {
        var pooled = IdentityResult(truePositives: 0, falseNegatives: 0, falsePositives: 0)
        for result in results {
            pooled.truePositives += result.truePositives
            pooled.falseNegatives += result.falseNegatives
            pooled.falsePositives += result.falsePositives
        }
        return pooled
    }
}

extension IdentityResult {
    /// IDF1: the harmonic mean of `recall` and `precision`, 0...1.
    public var f1: Double {
        share(Double(truePositives), of: Double(truePositives) + Double(falsePositives + falseNegatives) / 2)
    }

    /// IDR: the share of ground-truth boxes that carry the right identity, 0...1.
    public var recall: Double { share(Double(truePositives), of: Double(truePositives + falseNegatives)) }

    /// IDP: the share of result boxes that carry the right identity, 0...1.
    public var precision: Double { share(Double(truePositives), of: Double(truePositives + falsePositives)) }
}
