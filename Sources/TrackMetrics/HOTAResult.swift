/// The HOTA scores of one sequence or of several pooled, each 0...1 and higher the better.
///
/// A score without a threshold is the mean over the thresholds, as it is commonly reported.
public struct HOTAResult: TrackingMetricResult {
    /// 0.05, 0.10 … 0.95, to the last bit as TrackEval's.
    public static let thresholds = (0..<19).map { 0.05 + Double($0) * 0.05 }

    /// The scores at each of `thresholds`, in that order.
    public let byThreshold: [HOTAThresholdResult]

    init(byThreshold: [HOTAThresholdResult]) {
        self.byThreshold = byThreshold
    }

    public static func pooled(_ results: [HOTAResult]) -> HOTAResult {
        var sums = thresholds.map { HOTAThresholdResult(threshold: $0) }
        for result in results {
            for (index, scores) in result.byThreshold.enumerated() {
                sums[index].add(scores)
            }
        }
        return HOTAResult(byThreshold: sums)
    }

    /// HOTA: finding the objects and keeping their identities, weighed alike.
    public var hota: Double { mean(\.hota) }
    /// DetA: finding the objects.
    public var detectionAccuracy: Double { mean(\.detectionAccuracy) }
    /// DetRe: how much of the ground truth is found.
    public var detectionRecall: Double { mean(\.detectionRecall) }
    /// DetPr: how much of what is reported is there.
    public var detectionPrecision: Double { mean(\.detectionPrecision) }
    /// AssA: keeping the identities.
    public var associationAccuracy: Double { mean(\.associationAccuracy) }
    /// AssRe: how much of a ground-truth track keeps one identity.
    public var associationRecall: Double { mean(\.associationRecall) }
    /// AssPr: how much of a reported track is of one object.
    public var associationPrecision: Double { mean(\.associationPrecision) }
    /// LocA: how well matched boxes fit.
    public var localizationAccuracy: Double { mean(\.localizationAccuracy) }

    private func mean(_ score: (HOTAThresholdResult) -> Double) -> Double {
        byThreshold.reduce(0) { $0 + score($1) } / Double(byThreshold.count)
    }
}
