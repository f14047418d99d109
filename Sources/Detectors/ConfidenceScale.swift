internal import Foundation

/// From what a cascade says of a group of windows to a confidence.
///
/// A logistic function (Platt, "Probabilistic outputs for support vector machines", 1999) of the group's highest level weight
/// and the logarithm of its number of windows; it rises with both. The constants belong to one cascade and are fitted so
/// that the confidence is about the share of such groups that are true, which puts all cascades on one scale.
struct ConfidenceScale: Sendable, Hashable {
    /// The level weight at which a single window is as likely true as false.
    var evenWeight: Double
    /// How much a level weight higher by one counts, in units of the logarithm of the odds; not negative.
    var perWeight: Double
    /// How much 2.718 times as many windows count, in the same units; not negative.
    var perLogCount: Double

    /// 0...1
    func confidence(weight: Double, count: Int) -> Double {
        let logOdds = perWeight * (weight - evenWeight) + perLogCount * log(Double(max(1, count)))
        return 1 / (1 + exp(-logOdds))
    }
}
