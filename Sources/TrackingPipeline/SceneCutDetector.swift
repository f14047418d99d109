internal import TrackModel

/// Finds hard cuts between consecutive frames.
///
/// Each frame is reduced to a grid of mean brightness. A cut is a frame whose grid is little like the one before, both in its
/// arrangement (zero-mean correlation) and by how far the cells moved in brightness, and far more so than the frames just
/// before it, so that a pan, a shake or a flash of light inside one shot is none.
struct SceneCutDetector {
    /// Cells across and down.
    static let columns = 32
    static let rows = 18

    /// Mean brightness difference of the cells, 0...255, from which a frame may be a cut. Lower finds cuts between dark
    /// shots, and takes quick motion for cuts.
    var minimumDifference = 8.0
    /// How many times the recent difference it must be. Lower finds cuts within fast motion, and takes jolts for cuts.
    var minimumRatio = 3.5
    /// Correlation of the arrangements, -1...1, above which it is the same scene in another light.
    var maximumCorrelation = 0.75

    private var previous: [Float]?
    private var recentDifference = 0.0

    init() {}

    /// Whether this frame starts a new shot. Called once for each frame, in order; the first frame starts none.
    mutating func startsShot(_ luma: LumaPlane) -> Bool {
        let grid = Self.grid(of: luma)
        defer { previous = grid }
        guard let previous else { return false }

        let (difference, correlation) = Self.compare(previous, grid)
        let isCut =
            difference >= minimumDifference && difference >= minimumRatio * recentDifference
            && correlation <= maximumCorrelation
        // The cut itself must not raise what counts as usual in the new shot.
        recentDifference = isCut ? 0.5 * recentDifference : 0.7 * recentDifference + 0.3 * difference
        return isCut
    }

    private static func compare(_ first: [Float], _ second: [Float]) -> (difference: Double, correlation: Double) {
        let count = Float(first.count)
        let firstMean = first.reduce(0, +) / count
        let secondMean = second.reduce(0, +) / count
        var difference: Float = 0
        var product: Float = 0
        var firstSquare: Float = 0
        var secondSquare: Float = 0
        for index in first.indices {
            difference += abs(first[index] - second[index])
            let a = first[index] - firstMean
            let b = second[index] - secondMean
            product += a * b
            firstSquare += a * a
            secondSquare += b * b
        }
        let norm = (firstSquare * secondSquare).squareRoot()
        // Flat pictures (black, white) have no arrangement: alike when both are flat, unlike when one is.
        let flat: Float = count
        let correlation: Float =
            firstSquare < flat && secondSquare < flat ? 1 : norm > 0 ? product / norm : 0
        return (Double(difference / count), Double(correlation))
    }

    /// Mean brightness of each cell, from at most 8 by 8 samples a cell.
    static func grid(of luma: LumaPlane) -> [Float] {
        let width = luma.size.width
        let height = luma.size.height
        let bytesPerRow = luma.bytesPerRow
        return luma.withPixels { pixels in
            var cells = [Float](repeating: 0, count: columns * rows)
            for row in 0..<rows {
                let top = row * height / rows
                let bottom = max(top + 1, (row + 1) * height / rows)
                let rowStep = max(1, (bottom - top) / 8)
                for column in 0..<columns {
                    let left = column * width / columns
                    let right = max(left + 1, (column + 1) * width / columns)
                    let columnStep = max(1, (right - left) / 8)
                    var sum = 0
                    var samples = 0
                    // Plain loops: `stride` makes a debug build several times slower.
                    var y = top
                    while y < min(bottom, height) {
                        var x = left
                        while x < min(right, width) {
                            sum += Int(pixels[y * bytesPerRow + x])
                            samples += 1
                            x += columnStep
                        }
                        y += rowStep
                    }
                    cells[row * columns + column] = samples > 0 ? Float(sum) / Float(samples) : 0
                }
            }
            return cells
        }
    }
}
