internal import Foundation

/// From what a cascade says of a group of windows to a confidence.
///
/// A logistic function (Platt, "Probabilistic outputs for support vector machines", 1999) of the group's highest level weight
/// and the logarithm of its number of windows; it rises with both. The constants belong to one cascade and are fitted by
/// `Scripts/fit-box-adjustment`, so that the confidence is about the share of such groups that are true, which puts all
/// cascades on one scale.
struct ConfidenceScale: Sendable, Hashable {
    /// The logarithm of the odds for a single window of weight 0.
    var bias: Double
    /// What a level weight higher by one adds to the logarithm of the odds; not negative.
    var perWeight: Double
    /// What 2.718 times as many windows add to the logarithm of the odds; not negative.
    var perLogCount: Double

    /// 0...1
    func confidence(weight: Double, count: Int) -> Double {
        let logOdds = bias + perWeight * weight + perLogCount * log(Double(max(1, count)))
        return 1 / (1 + exp(-logOdds))
    }
}
