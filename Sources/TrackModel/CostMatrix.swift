/// What it would cost to pair each of some rows with each of some columns; lower is better.
///
/// A cost is any finite number, also a negative one, or `CostMatrix.forbidden` for a pair that must not be made.
public struct CostMatrix: Sendable, Hashable {
    /// The cost of a pair that must not be made: positive infinity.
    public static let forbidden = Double.infinity

    public let rows: Int
    public let columns: Int
    /// Row by row; the cost of a pair is at row * `columns` + column.
    public private(set) var storage: [Double]

    /// A matrix with the same cost everywhere. The counts must not be negative; either may be zero.
    public init(rows: Int, columns: Int, repeating cost: Double = 0) {
        precondition(rows >= 0 && columns >= 0, "a cost matrix cannot have \(rows) rows and \(columns) columns")
        self.rows = rows
        self.columns = columns
        storage = Array(repeating: cost, count: rows * columns)
    }

    /// A matrix whose costs are asked for one by one, row by row.
    public init<Failure: Error>(
        rows: Int, columns: Int, cost: (_ row: Int, _ column: Int) throws(Failure) -> Double
    ) throws(Failure) {
        self.init(rows: rows, columns: columns)
        for row in 0..<rows {
            for column in 0..<columns {
                storage[row * columns + column] = try cost(row, column)
            }
        }
    }

    public subscript(row: Int, column: Int) -> Double {
        get { storage[index(row, column)] }
        set { storage[index(row, column)] = newValue }
    }

    // Without the check a column too far would silently be one of the next row.
    private func index(_ row: Int, _ column: Int) -> Int {
        precondition(
            row >= 0 && row < rows && column >= 0 && column < columns,
            "row \(row), column \(column) lies outside a \(rows) x \(columns) cost matrix")
        return row * columns + column
    }
}
