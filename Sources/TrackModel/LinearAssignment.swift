/// Pairs rows with columns one to one at the least total cost.
///
/// The shortest augmenting path method for rectangular matrices: R. Jonker and A. Volgenant, "A shortest augmenting path
/// algorithm for dense and sparse linear assignment problems", Computing 38 (1987), in the form without initialisation of
/// D. F. Crouse, "On implementing 2D rectangular assignment algorithms", IEEE Transactions on Aerospace and Electronic
/// Systems 52 (2016). Time grows with the square of the shorter side times the longer one.
public enum LinearAssignment {
    /// The largest magnitude a cost may have; sums of larger ones could leave the range of `Double`.
    public static let greatestCost = 1e150

    /// The column each row is paired with; nil for a row that stays alone.
    ///
    /// No pair is made that is `CostMatrix.forbidden` or costs more than `maximumCost`. Of the pairings that are left, it is
    /// one with the most pairs, and among those one with the least total cost. Where several are as cheap, the choice
    /// depends on the matrix alone and is the one of SciPy's `linear_sum_assignment`, so that metrics computed with either agree.
    ///
    /// - Throws: `TrackletError` (`badData`) for a cost that is not a number, negative infinity or beyond ±`greatestCost`,
    ///   and for a `maximumCost` that is not a number.
    public static func solve(
        costs: CostMatrix, maximumCost: Double = .infinity
    ) throws(TrackletError) -> [Int?] {
        guard !maximumCost.isNaN else {
            throw TrackletError(
                .badData, "The maximum cost of an assignment is not a number; give a number or infinity for no limit.")
        }
        try check(costs)
        guard costs.rows > 0 && costs.columns > 0 else { return Array(repeating: nil, count: costs.rows) }

        let isTransposed = costs.rows > costs.columns
        var search = AugmentingPathSearch(
            rows: min(costs.rows, costs.columns), columns: max(costs.rows, costs.columns)
        ) { row, column in
            let cost = isTransposed ? costs[column, row] : costs[row, column]
            return cost == CostMatrix.forbidden || cost > maximumCost ? .forbidden : RankedCost(cost)
        }
        search.run()

        var columnOfRow = [Int?](repeating: nil, count: costs.rows)
        for (short, long) in search.allowedPairs {
            if isTransposed {
                columnOfRow[long] = short
            } else {
                columnOfRow[short] = long
            }
        }
        return columnOfRow
    }

    private static func check(_ costs: CostMatrix) throws(TrackletError) {
        for (index, cost) in costs.storage.enumerated() {
            guard cost == CostMatrix.forbidden || abs(cost) <= greatestCost else {
                throw TrackletError(
                    .badData,
                    "The cost \(cost) of row \(index / costs.columns) and column \(index % costs.columns) cannot be "
                        + "compared; give a number within ±\(greatestCost), or positive infinity for a forbidden pair.")
            }
        }
    }
}

/// A cost that counts forbidden pairs before it counts anything else: one more forbidden pair outweighs every sum of costs.
/// A large number in place of the count would do the same, but would swallow the digits of the costs beside it.
private struct RankedCost {
    var forbiddenPairs: Int
    var cost: Double

    static let zero = RankedCost(0)
    static let forbidden = RankedCost(forbiddenPairs: 1, cost: 0)
    static let unreached = RankedCost(forbiddenPairs: .max, cost: .infinity)

    init(forbiddenPairs: Int, cost: Double) {
        self.forbiddenPairs = forbiddenPairs
        self.cost = cost
    }

    init(_ cost: Double) { self.init(forbiddenPairs: 0, cost: cost) }

    static func + (left: RankedCost, right: RankedCost) -> RankedCost {
        RankedCost(forbiddenPairs: left.forbiddenPairs + right.forbiddenPairs, cost: left.cost + right.cost)
    }

    static func - (left: RankedCost, right: RankedCost) -> RankedCost {
        RankedCost(forbiddenPairs: left.forbiddenPairs - right.forbiddenPairs, cost: left.cost - right.cost)
    }

    static func < (left: RankedCost, right: RankedCost) -> Bool {
        left.forbiddenPairs == right.forbiddenPairs
            ? left.cost < right.cost : left.forbiddenPairs < right.forbiddenPairs
    }

    static func == (left: RankedCost, right: RankedCost) -> Bool {
        left.forbiddenPairs == right.forbiddenPairs && left.cost == right.cost
    }
}

/// Gives every row a column, one row at a time, each by the shortest path of reassignments that ends in a free column.
/// There are at least as many columns as rows.
private struct AugmentingPathSearch {
    private let rows: Int
    private let columns: Int
    private var costs: [RankedCost]
    // The dual variables; the reduced cost, cost - rowPrice - columnPrice, is never negative, and 0 for pairs made.
    private var rowPrices: [RankedCost]
    private var columnPrices: [RankedCost]
    private var columnOfRow: [Int?]
    private var rowOfColumn: [Int?]

    init(rows: Int, columns: Int, cost: (_ row: Int, _ column: Int) -> RankedCost) {
        self.rows = rows
        self.columns = columns
        costs = []
        costs.reserveCapacity(rows * columns)
        for row in 0..<rows {
            for column in 0..<columns {
                costs.append(cost(row, column))
            }
        }
        rowPrices = Array(repeating: .zero, count: rows)
        columnPrices = Array(repeating: .zero, count: columns)
        columnOfRow = Array(repeating: nil, count: rows)
        rowOfColumn = Array(repeating: nil, count: columns)
    }

    mutating func run() {
        for row in 0..<rows {
            let tree = shortestPaths(from: row)
            updatePrices(along: tree)
            augment(along: tree)
        }
    }

    /// The pairs made that are not forbidden, by row.
    var allowedPairs: [(row: Int, column: Int)] {
        columnOfRow.enumerated().compactMap { row, column in
            guard let column, costs[row * columns + column].forbiddenPairs == 0 else { return nil }
            return (row, column)
        }
    }

    /// The shortest paths from one row that has no column yet to the columns, found until a free column is reached (Dijkstra).
    private struct PathTree {
        let start: Int
        /// The length of the shortest path found to each column.
        var lengths: [RankedCost]
        /// The row each column was reached from.
        var predecessors: [Int]
        /// The columns whose shortest path is final; all but the last have a row.
        var settledColumns: [Int] = []
        var freeColumn = 0
        var lengthToFreeColumn = RankedCost.zero
    }

    private func shortestPaths(from start: Int) -> PathTree {
        var tree = PathTree(
            start: start, lengths: Array(repeating: .unreached, count: columns),
            predecessors: Array(repeating: start, count: columns))
        // The order of the columns, last first, and the preference for free columns among equally near ones settle ties as
        // SciPy does.
        var open = Array((0..<columns).reversed())
        var row = start
        while true {
            var nearest = 0
            var shortest = RankedCost.unreached
            for (position, column) in open.enumerated() {
                let length =
                    tree.lengthToFreeColumn + costs[row * columns + column] - rowPrices[row] - columnPrices[column]
                if length < tree.lengths[column] {
                    tree.lengths[column] = length
                    tree.predecessors[column] = row
                }
                let known = tree.lengths[column]
                if known < shortest || (known == shortest && rowOfColumn[column] == nil) {
                    shortest = known
                    nearest = position
                }
            }
            let column = open[nearest]
            open[nearest] = open[open.count - 1]
            open.removeLast()
            tree.settledColumns.append(column)
            tree.lengthToFreeColumn = shortest
            guard let next = rowOfColumn[column] else {
                tree.freeColumn = column
                return tree
            }
            row = next
        }
    }

    private mutating func updatePrices(along tree: PathTree) {
        rowPrices[tree.start] = rowPrices[tree.start] + tree.lengthToFreeColumn
        for column in tree.settledColumns {
            let slack = tree.lengthToFreeColumn - tree.lengths[column]
            if let row = rowOfColumn[column] {
                rowPrices[row] = rowPrices[row] + slack
            }
            columnPrices[column] = columnPrices[column] - slack
        }
    }

    private mutating func augment(along tree: PathTree) {
        var column: Int? = tree.freeColumn
        while let current = column {
            let row = tree.predecessors[current]
            rowOfColumn[current] = row
            column = row == tree.start ? nil : columnOfRow[row]
            columnOfRow[row] = current
        }
    }
}
