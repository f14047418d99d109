import Testing
import TrackModel

@Suite("Linear assignment")
struct LinearAssignmentTests {
    static let no = CostMatrix.forbidden

    @Test(
        "small matrices with a known answer",
        arguments: [
            ("nothing at all", [], 0, []),
            ("rows without columns", [[], [], []], 0, [nil, nil, nil]),
            ("one pair", [[7]], 1, [0]),
            ("one pair that is forbidden", [[no]], 1, [nil]),
            ("one row takes the cheapest", [[3, 1, 2]], 3, [1]),
            ("one column goes to the cheapest row", [[3], [1], [2]], 1, [nil, 0, nil]),
            ("the cheapest pair is given up for the cheaper whole", [[1, 2], [2, 9]], 2, [1, 0]),
            ("negative costs", [[-5, -1], [-6, -5]], 2, [0, 1]),
            ("more rows than columns", [[1, 9], [9, 1], [0, 9]], 2, [nil, 1, 0]),
            ("more columns than rows", [[9, 1, 5], [9, 2, 1]], 3, [1, 2]),
            ("two pairs rather than the one that is free", [[0, 5], [5, no]], 2, [1, 0]),
            ("a row whose pairs are all forbidden", [[no, no], [4, 3]], 2, [nil, 1]),
            ("everything forbidden", [[no, no], [no, no]], 2, [nil, nil]),
            ("two rows want the only column", [[2, no], [1, no]], 2, [nil, 0]),
            ("ties: the first column of each row in turn", [[1, 1, 1], [1, 1, 1], [1, 1, 1]], 3, [0, 1, 2]),
        ] as [(String, [[Double]], Int, [Int?])])
    func known(point: String, costs: [[Double]], columns: Int, expected: [Int?]) throws {
        #expect(try LinearAssignment.solve(costs: matrix(costs, columns: columns)) == expected, "\(point)")
    }

    @Test("columns without rows give no pairs")
    func columnsOnly() throws {
        #expect(try LinearAssignment.solve(costs: CostMatrix(rows: 0, columns: 4)) == [])
    }

    @Test(
        "pairs above the maximum cost are never made, a pair of exactly that cost is",
        arguments: [
            (3.0, [0, 1]), (2.5, [0, nil]), (2.0, [0, nil]), (1.9, [nil, nil]), (-.infinity, [nil, nil]),
        ] as [(Double, [Int?])])
    func gate(maximumCost: Double, expected: [Int?]) throws {
        let costs = try matrix([[2, 9], [9, 3]], columns: 2)
        #expect(try LinearAssignment.solve(costs: costs, maximumCost: maximumCost) == expected)
    }

    @Test(
        "of several pairings that are as cheap, the one SciPy 1.17 chooses",
        arguments: [
            ([[2, 2, 1], [0, 1, 0], [1, 2, 1]], [2, 0, 1]),
            ([[2, 1, 2, 2], [1, 0, 2, 2]], [1, 0]),
            ([[1, 1], [2, 1], [0, 0], [1, 1]], [nil, 1, 0, nil]),
            ([[0, 1, 1, 1], [0, 2, 1, 1], [2, 1, 0, 2], [2, 1, 0, 1]], [1, 0, 2, 3]),
            ([[2, 2, 1], [1, 0, 1], [2, 0, 2], [0, 1, 0], [1, 0, 2]], [2, 1, nil, 0, nil]),
        ] as [([[Double]], [Int?])])
    func ties(costs: [[Double]], expected: [Int?]) throws {
        #expect(try LinearAssignment.solve(costs: matrix(costs, columns: costs[0].count)) == expected)
    }

    @Test("as many pairs as possible at the least cost, as trying every pairing finds", arguments: 0..<40)
    func bruteForce(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        for _ in 0..<25 {
            let rows = Int.random(in: 0...5, using: &random)
            let columns = Int.random(in: 0...5, using: &random)
            // Whole numbers from a small range make ties common and sums exact. Scaled down by a power of two they stay exact,
            // and would be lost beside a large number that stood for a forbidden pair.
            let scale = Bool.random(using: &random) ? 1 : 0x1p-60
            let forbiddenShare = Double.random(in: 0...0.7, using: &random)
            let costs = CostMatrix(rows: rows, columns: columns) { _, _ in
                Double.random(in: 0..<1, using: &random) < forbiddenShare
                    ? CostMatrix.forbidden : Double(Int.random(in: -6...6, using: &random)) * scale
            }
            let maximumCost = Bool.random(using: &random) ? 4 * scale : .infinity

            let pairing = try LinearAssignment.solve(costs: costs, maximumCost: maximumCost)
            let chosen = pairing.compactMap { $0 }
            #expect(pairing.count == rows && Set(chosen).count == chosen.count)
            var total = 0.0
            for (row, column) in pairing.enumerated() {
                guard let column else { continue }
                #expect(costs[row, column] <= maximumCost && costs[row, column].isFinite)
                total += costs[row, column]
            }
            let best = bestByTrying(costs, maximumCost: maximumCost)
            #expect(chosen.count == best.pairs && total == best.cost, "\(costs), at most \(maximumCost)")
        }
    }

    @Test(
        "a cost that cannot be compared is refused, named by its place",
        arguments: [
            Double.nan, -.infinity, 1e151, -.greatestFiniteMagnitude,
        ])
    func refused(cost: Double) throws {
        var costs = CostMatrix(rows: 2, columns: 3)
        costs[1, 2] = cost
        let error = #expect(throws: TrackletError.self) { try LinearAssignment.solve(costs: costs) }
        #expect(error?.kind == .badData && error?.message.contains("row 1 and column 2") == true)
    }

    @Test("a maximum cost that is not a number is refused")
    func refusedGate() {
        #expect(throws: TrackletError.self) {
            try LinearAssignment.solve(costs: CostMatrix(rows: 1, columns: 1), maximumCost: .nan)
        }
    }

    private func matrix(_ costs: [[Double]], columns: Int) throws -> CostMatrix {
        CostMatrix(rows: costs.count, columns: columns) { costs[$0][$1] }
    }

    /// The most pairs, and the least cost of so many, over every pairing there is.
    private func bestByTrying(
        _ costs: CostMatrix, maximumCost: Double, row: Int = 0, taken: Set<Int> = []
    ) -> (pairs: Int, cost: Double) {
        guard row < costs.rows else { return (0, 0) }
        var best = bestByTrying(costs, maximumCost: maximumCost, row: row + 1, taken: taken)
        for column in 0..<costs.columns where !taken.contains(column) {
            let cost = costs[row, column]
            guard cost.isFinite && cost <= maximumCost else { continue }
            let rest = bestByTrying(costs, maximumCost: maximumCost, row: row + 1, taken: taken.union([column]))
            let candidate = (pairs: rest.pairs + 1, cost: rest.cost + cost)
            if candidate.pairs > best.pairs || (candidate.pairs == best.pairs && candidate.cost < best.cost) {
                best = candidate
            }
        }
        return best
    }
}

/// A generator whose numbers are the same on every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
