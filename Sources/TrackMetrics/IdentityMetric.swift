public import TrackModel

/// The identity measures: how long the right identity is reported, when each ground-truth track belongs to at most one result
/// track over the whole sequence.
///
/// E. Ristani and others, "Performance measures and a data set for multi-target, multi-camera tracking", ECCV workshops 2016.
public struct IdentityMetric: TrackingMetric {
    /// The similarity from which on two boxes are of one object, 0...1.
    public let threshold: Double

    /// The measures at the customary threshold, 0.5.
    public init() { threshold = 0.5 }

    /// Throws `TrackletError` (`usage`) for a threshold outside 0...1.
    public init(threshold: Double) throws(TrackletError) {
        self.threshold = try checkedThreshold(threshold)
    }

    public func evaluate(_ sequence: MetricsSequence) throws(TrackletError) -> IdentityResult {
        var meetings = PairTable()
        for frame in sequence.frames {
            for (row, truth) in frame.truth.enumerated() {
                for (column, result) in frame.results.enumerated()
                where frame.similarity(row, column) >= threshold {
                    meetings.add(1, truth: truth, result: result)
                }
            }
        }
        // Tracks that never meet, not even by way of others, can be assigned apart: a long video falls into many small problems.
        var shared = 0
        for entries in meetings.connectedEntries() {
            shared += try mostSharedFrames(entries)
        }
        return IdentityResult(
            truePositives: shared, falseNegatives: sequence.truthBoxCount - shared,
            falsePositives: sequence.resultBoxCount - shared)
    }

    /// The paper's fewest false positives and negatives together are the most frames shared, as each shared frame saves one of both.
    private func mostSharedFrames(_ entries: [PairTable.Entry]) throws(TrackletError) -> Int {
        let rows = positions(of: entries.map(\.truth))
        let columns = positions(of: entries.map(\.result))
        var costs = CostMatrix(rows: rows.count, columns: columns.count)
        for entry in entries {
            guard let row = rows[entry.truth], let column = columns[entry.result] else { continue }
            costs[row, column] = -entry.value
        }
        var shared = 0
        for (row, column) in try LinearAssignment.solve(costs: costs).enumerated() {
            guard let column else { continue }
            shared += Int(-costs[row, column])
        }
        return shared
    }

    private func positions(of identities: [Int]) -> [Int: Int] {
        var positions: [Int: Int] = [:]
        for identity in identities where positions[identity] == nil {
            positions[identity] = positions.count
        }
        return positions
    }
}
