import TrackModel

/// Where in the picture things were, and for how long: for each cell of a grid, the frames in which a box lay on it.
struct HeatMap {
    let columns: Int
    let rows: Int
    /// Row by row: frames, those with a part of the cell covered counting that part; two boxes in one frame count twice.
    private(set) var frames: [Double]
    private let size: PixelSize

    /// - Parameter size: the picture's; the grid's cells are about square, 48 along the longer side.
    init(size: PixelSize) {
        self.size = size
        let longer = Double(max(size.width, size.height, 1))
        columns = max(1, Int((48 * Double(size.width) / longer).rounded()))
        rows = max(1, Int((48 * Double(size.height) / longer).rounded()))
        frames = Array(repeating: 0, count: columns * rows)
    }

    mutating func add(_ box: Box) {
        guard let box = box.clipped(to: size.bounds) else { return }
        let (x, y) = (Double(columns) / Double(size.width), Double(rows) / Double(size.height))
        let across = Self.shares(from: box.left * x, to: box.right * x, cells: columns)
        for (row, height) in Self.shares(from: box.top * y, to: box.bottom * y, cells: rows) {
            for (column, width) in across { frames[row * columns + column] += width * height }
        }
    }

    /// Which cells a stretch touches, and how much of each it covers.
    private static func shares(from start: Double, to end: Double, cells: Int) -> [(cell: Int, share: Double)] {
        let (first, last) = (max(0, Int(start)), min(cells - 1, Int(end)))
        guard first <= last else { return [] }
        return (first...last).map { cell in
            (cell, max(0, min(end, Double(cell + 1)) - max(start, Double(cell))))
        }
    }

    /// The most there is in one cell.
    var most: Double { frames.max() ?? 0 }

    /// 0...255 a cell, 255 for the most there is.
    var levels: [UInt8] {
        let scale = most > 0 ? 255 / most : 0
        return frames.map { UInt8(min(255, ($0 * scale).rounded())) }
    }
}
