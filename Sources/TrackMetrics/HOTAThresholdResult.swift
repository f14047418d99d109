/// The HOTA scores at one similarity threshold, each 0...1 and higher the better.
public struct HOTAThresholdResult: Sendable, Hashable {
    /// The similarity from which on a matched pair counts, 0...1.
    public let threshold: Double
    /// Boxes matched.
    public private(set) var truePositives: Int
    /// Ground-truth boxes not matched.
    public private(set) var falseNegatives: Int
    /// Result boxes not matched.
    public private(set) var falsePositives: Int
    // Sums over the matched boxes rather than means: they can be added up over sequences.
    private var associationAccuracySum: Double
    private var associationRecallSum: Double
    private var associationPrecisionSum: Double
    private var similaritySum: Double

    init(
        threshold: Double, truePositives: Int = 0, falseNegatives: Int = 0, falsePositives: Int = 0,
        associationAccuracySum: Double = 0, associationRecallSum: Double = 0, associationPrecisionSum: Double = 0,
        similaritySum: Double = 0
    ) {
        self.threshold = threshold
        self.truePositives = truePositives
        self.falseNegatives = falseNegatives
        self.falsePositives = falsePositives
        self.associationAccuracySum = associationAccuracySum
        self.associationRecallSum = associationRecallSum
        self.associationPrecisionSum = associationPrecisionSum
        self.similaritySum = similaritySum
    }

    mutating func add(_ other: HOTAThresholdResult) {
        truePositives += other.truePositives
        falseNegatives += other.falseNegatives
        falsePositives += other.falsePositives
        associationAccuracySum += other.associationAccuracySum
        associationRecallSum += other.associationRecallSum
        associationPrecisionSum += other.associationPrecisionSum
        similaritySum += other.similaritySum
    }
}

extension HOTAThresholdResult {
    /// HOTA: the geometric mean of `detectionAccuracy` and `associationAccuracy`.
    public var hota: Double { (detectionAccuracy * associationAccuracy).squareRoot() }

    /// DetA: matched boxes over all boxes.
    public var detectionAccuracy: Double {
        share(Double(truePositives), of: Double(truePositives + falseNegatives + falsePositives))
    }

    /// DetRe: the share of ground-truth boxes that are matched.
    public var detectionRecall: Double {
        share(Double(truePositives), of: Double(truePositives + falseNegatives))
    }

    /// DetPr: the share of result boxes that are matched.
    public var detectionPrecision: Double {
        share(Double(truePositives), of: Double(truePositives + falsePositives))
    }

    /// AssA: over the matched boxes, the mean agreement of the two tracks they belong to.
    public var associationAccuracy: Double { share(associationAccuracySum, of: Double(truePositives)) }

    /// AssRe: over the matched boxes, the mean share of the ground-truth track that the result track follows.
    public var associationRecall: Double { share(associationRecallSum, of: Double(truePositives)) }

    /// AssPr: over the matched boxes, the mean share of the result track that follows the ground-truth track.
    public var associationPrecision: Double { share(associationPrecisionSum, of: Double(truePositives)) }

    /// LocA: the mean similarity of matched boxes; 1 when there are none.
    public var localizationAccuracy: Double {
        truePositives > 0 ? similaritySum / Double(truePositives) : 1
    }
}
