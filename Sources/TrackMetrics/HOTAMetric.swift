public import TrackModel

/// Higher order tracking accuracy: finding the objects and keeping their identities, weighed alike.
///
/// J. Luiten and others, "HOTA: A higher order metric for evaluating multi-object tracking", International Journal of Computer
/// Vision 129 (2021). In each frame results are matched with the ground truth so that pairs of identities that fit over the
/// whole sequence are preferred; the scores are then taken at each of 19 similarity thresholds.
public struct HOTAMetric: TrackingMetric {
    public init() {}

    public func evaluate(_ sequence: MetricsSequence) throws(TrackletError) -> HOTAResult {
        let counts = IdentityCounts(sequence)
        let alignment = alignmentScores(of: sequence, counts: counts)
        var tallies = HOTAResult.thresholds.map { Tally(threshold: $0) }
        for frame in sequence.frames {
            let pairs = try match(frame, alignment: alignment)
            for index in tallies.indices {
                tallies[index].count(frame, pairs: pairs)
            }
        }
        return HOTAResult(byThreshold: tallies.map { $0.scores(counts: counts) })
    }

    /// How well each pair of identities fits over the whole sequence, 0...1: a Jaccard index over frames, in which each frame
    /// counts by the pair's share of all similarity around it.
    private func alignmentScores(of sequence: MetricsSequence, counts: IdentityCounts) -> PairTable {
        var table = PairTable()
        for frame in sequence.frames {
            var rowSums = [Double](repeating: 0, count: frame.truth.count)
            var columnSums = [Double](repeating: 0, count: frame.results.count)
            for row in frame.truth.indices {
                for column in frame.results.indices {
                    rowSums[row] += frame.similarity(row, column)
                    columnSums[column] += frame.similarity(row, column)
                }
            }
            for row in frame.truth.indices {
                for column in frame.results.indices {
                    let similarity = frame.similarity(row, column)
                    let around = columnSums[column] + rowSums[row] - similarity
                    guard similarity > 0, around > thresholdSlack else { continue }
                    table.add(similarity / around, truth: frame.truth[row], result: frame.results[column])
                }
            }
        }
        table.updateValues { $0.value / (counts.truth[$0.truth] + counts.results[$0.result] - $0.value) }
        return table
    }

    private func match(
        _ frame: MetricsFrame, alignment: PairTable
    ) throws(TrackletError) -> [(row: Int, column: Int)] {
        let costs = CostMatrix(rows: frame.truth.count, columns: frame.results.count) { row, column in
            -alignment.value(truth: frame.truth[row], result: frame.results[column]) * frame.similarity(row, column)
        }
        return try LinearAssignment.solve(costs: costs).enumerated().compactMap { row, column in
            column.map { (row, $0) }
        }
    }
}

/// What is counted at one threshold while going through the frames.
private struct Tally {
    let threshold: Double
    var truePositives = 0
    var falseNegatives = 0
    var falsePositives = 0
    var similaritySum = 0.0
    /// In how many frames each pair of identities was matched.
    var matches = PairTable()

    init(threshold: Double) { self.threshold = threshold }

    mutating func count(_ frame: MetricsFrame, pairs: [(row: Int, column: Int)]) {
        var matched = 0
        for (row, column) in pairs {
            let similarity = frame.similarity(row, column)
            guard similarity >= threshold - thresholdSlack else { continue }
            matched += 1
            similaritySum += similarity
            matches.add(1, truth: frame.truth[row], result: frame.results[column])
        }
        truePositives += matched
        falseNegatives += frame.truth.count - matched
        falsePositives += frame.results.count - matched
    }

    func scores(counts: IdentityCounts) -> HOTAThresholdResult {
        var accuracy = 0.0
        var recall = 0.0
        var precision = 0.0
        for entry in matches.entries {
            let matched = entry.value
            let truth = counts.truth[entry.truth]
            let results = counts.results[entry.result]
            accuracy += matched * (matched / (truth + results - matched))
            recall += matched * (matched / truth)
            precision += matched * (matched / results)
        }
        return HOTAThresholdResult(
            threshold: threshold, truePositives: truePositives, falseNegatives: falseNegatives,
            falsePositives: falsePositives, associationAccuracySum: accuracy, associationRecallSum: recall,
            associationPrecisionSum: precision, similaritySum: similaritySum)
    }
}
