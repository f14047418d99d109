import Testing
import TrackModel

@Suite("Cost matrix")
struct CostMatrixTests {
    @Test("costs lie row by row and are asked for in that order")
    func layout() {
        var asked: [[Int]] = []
        var costs = CostMatrix(rows: 2, columns: 3) { row, column in
            asked.append([row, column])
            return Double(row * 10 + column)
        }
        #expect(asked == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
        #expect(costs.storage == [0, 1, 2, 10, 11, 12] && costs[1, 2] == 12)
        costs[0, 1] = CostMatrix.forbidden
        #expect(costs.storage == [0, .infinity, 2, 10, 11, 12])
    }

    @Test("either side may be empty", arguments: [(0, 0), (0, 3), (3, 0)])
    func empty(rows: Int, columns: Int) {
        let costs = CostMatrix(rows: rows, columns: columns, repeating: 5)
        #expect(costs.rows == rows && costs.columns == columns && costs.storage.isEmpty)
    }

    @Test("an error while costs are computed comes out")
    func failure() {
        #expect(throws: TrackletError(.badData, "No box.")) {
            try CostMatrix(rows: 1, columns: 1) { _, _ in throw TrackletError(.badData, "No box.") }
        }
    }
}
