import TestWorld
import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("Assignment of detections to tracks")
struct AssignmentTests {
    private static let no = CostMatrix.forbidden

    @Test(
        "every shape",
        arguments: [
            ("nothing at all", [], 0, [], [], []),
            ("tracks without detections", [[], []], 0, [], [0, 1], []),
            ("detections without tracks", [], 3, [], [], [0, 1, 2]),
            ("one pair", [[0.2]], 1, [[0, 0]], [], []),
            ("one pair that is too dear", [[1.5]], 1, [], [0], [0]),
            ("a pair of exactly the maximum is not made", [[1]], 1, [], [0], [0]),
            ("one pair that is forbidden", [[no]], 1, [], [0], [0]),
            ("everything forbidden", [[no, no], [no, no]], 2, [], [0, 1], [0, 1]),
            ("more tracks than detections", [[0.9], [0.1], [0.5]], 1, [[1, 0]], [0, 2], []),
            ("more detections than tracks", [[0.9, 0.1, 0.5]], 3, [[0, 1]], [], [0, 2]),
            ("the cheaper whole", [[0.1, 0.2], [0.2, 0.9]], 2, [[0, 1], [1, 0]], [], []),
            ("a cheap pair is not broken for a second, dear one", [[0.1, 0.9], [0.9, 1.8]], 2, [[0, 0]], [1], [1]),
            ("two tracks want the only detection", [[0.2], [0.1]], 1, [[1, 0]], [0], []),
            ("ties go to the first", [[0.5, 0.5], [0.5, 0.5]], 2, [[0, 0], [1, 1]], [], []),
        ] as [(String, [[Double]], Int, [[Int]], [Int], [Int])])
    func shapes(
        point: String, costs: [[Double]], columns: Int, pairs: [[Int]], tracks: [Int], detections: [Int]
    ) throws {
        let matrix = CostMatrix(rows: costs.count, columns: columns) { costs[$0][$1] }
        let assignment = try Assignment(costs: matrix, maximumCost: 1)
        #expect(assignment.pairs.map { [$0.track, $0.detection] } == pairs, "\(point)")
        #expect(assignment.unmatchedTracks == tracks, "\(point)")
        #expect(assignment.unmatchedDetections == detections, "\(point)")
    }

    @Test("the least total cost, staying alone at the maximum, as trying every pairing finds", arguments: 0..<20)
    func bruteForce(seed: Int) throws {
        var numbers = SeededNumbers(seed)
        for _ in 0..<25 {
            let rows = Int.random(in: 0...5, using: &numbers)
            let columns = Int.random(in: 0...5, using: &numbers)
            let forbiddenShare = numbers.share() * 0.6
            // Whole numbers: ties are common and sums exact.
            let costs = CostMatrix(rows: rows, columns: columns) { _, _ in
                numbers.share() < forbiddenShare ? CostMatrix.forbidden : Double(Int.random(in: 0...9, using: &numbers))
            }
            let maximum = 6.0
            let assignment = try Assignment(costs: costs, maximumCost: maximum)

            #expect((assignment.pairs.map(\.track) + assignment.unmatchedTracks).sorted() == Array(0..<rows))
            #expect(
                (assignment.pairs.map(\.detection) + assignment.unmatchedDetections).sorted() == Array(0..<columns))
            #expect(assignment.pairs.allSatisfy { costs[$0.track, $0.detection] < maximum })
            let gain = assignment.pairs.reduce(0) { $0 + maximum - costs[$1.track, $1.detection] }
            #expect(gain == greatestGain(costs, maximum: maximum), "\(costs)")
            #expect(try Assignment(costs: costs, maximumCost: maximum) == assignment)
        }
    }

    @Test("a cost that is not a number is refused, named by its place")
    func refused() {
        let costs = CostMatrix(rows: 2, columns: 2) { row, column in row == 1 && column == 0 ? .nan : 0.5 }
        let error = #expect(throws: TrackletError.self) { try Assignment(costs: costs, maximumCost: 1) }
        #expect(error?.kind == .badData && error?.message.contains("track 1 and detection 0") == true)
    }

    /// How much less than staying alone the best of all pairings costs.
    private func greatestGain(
        _ costs: CostMatrix, maximum: Double, row: Int = 0, taken: Set<Int> = []
    ) -> Double {
        guard row < costs.rows else { return 0 }
        var best = greatestGain(costs, maximum: maximum, row: row + 1, taken: taken)
        for column in 0..<costs.columns where !taken.contains(column) && costs[row, column] < maximum {
            let rest = greatestGain(costs, maximum: maximum, row: row + 1, taken: taken.union([column]))
            best = max(best, maximum - costs[row, column] + rest)
        }
        return best
    }
}
