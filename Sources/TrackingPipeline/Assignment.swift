internal import TrackModel

/// Which detection belongs to which track in one round.
struct Assignment: Sendable, Equatable {
    /// Index pairs into the tracks and detections given, in track order.
    var pairs: [(track: Int, detection: Int)]
    var unmatchedTracks: [Int]
    var unmatchedDetections: [Int]

    /// Pairs tracks and detections at the least total cost, where leaving a track and a detection alone costs `maximumCost`:
    /// a cheap pair is never broken to make a second, dear one.
    ///
    /// - Parameter costs: tracks are rows, detections columns; `CostMatrix.forbidden` for pairs that may not be made.
    /// - Throws: `TrackletError` for a cost that is not a number.
    init(costs: CostMatrix, maximumCost: Double) throws(TrackletError) {
        // With each cost capped at the price of staying alone, a pair at the cap is as good as no pair and is dropped.
        var capped = CostMatrix(rows: costs.rows, columns: costs.columns)
        for row in 0..<costs.rows {
            for column in 0..<costs.columns {
                let cost = costs[row, column]
                guard !cost.isNaN else {
                    throw TrackletError(
                        .badData, "The cost of track \(row) and detection \(column) is not a number; check the boxes.")
                }
                capped[row, column] = min(cost, maximumCost)
            }
        }
        let columnOfRow = try LinearAssignment.solve(costs: capped)
        pairs = []
        unmatchedTracks = []
        var isTaken = [Bool](repeating: false, count: costs.columns)
        for (row, column) in columnOfRow.enumerated() {
            if let column, costs[row, column] < maximumCost {
                pairs.append((row, column))
                isTaken[column] = true
            } else {
                unmatchedTracks.append(row)
            }
        }
        unmatchedDetections = isTaken.indices.filter { !isTaken[$0] }
    }

    static func == (first: Assignment, second: Assignment) -> Bool {
        first.pairs.elementsEqual(second.pairs, by: ==) && first.unmatchedTracks == second.unmatchedTracks
            && first.unmatchedDetections == second.unmatchedDetections
    }
}
