internal import TrackModel

/// What an object looks like: a small picture of its box, free of brightness and contrast.
///
/// Two are compared by normalised cross-correlation at the best of a few small shifts, since boxes of one object never fit quite
/// the same.
struct Appearance: Sendable, Hashable {
    static let columns = 12
    static let rows = 15
    /// Cells a picture may be shifted by when it is compared.
    static let slack = 1

    private var cells: [Float]

    /// Nil when less than a few pixels of the box are inside the picture.
    init?(of box: Box, in luma: LumaPlane) {
        guard box.isUsable, let inside = box.clipped(to: luma.size.bounds), inside.area >= 0.4 * box.area,
            inside.width >= 4, inside.height >= 4
        else { return nil }
        let width = luma.size.width
        let height = luma.size.height
        let bytesPerRow = luma.bytesPerRow
        let stepX = box.width / Double(Self.columns)
        let stepY = box.height / Double(Self.rows)
        // Four samples a cell blur away what a pixel's shift would change.
        cells = luma.withPixels { pixels in
            func sample(_ x: Double, _ y: Double) -> Float {
                let column = min(max(Int(x), 0), width - 1)
                let row = min(max(Int(y), 0), height - 1)
                return Float(pixels[row * bytesPerRow + column])
            }
            var cells = [Float](repeating: 0, count: Self.columns * Self.rows)
            for row in 0..<Self.rows {
                for column in 0..<Self.columns {
                    let x = box.left + (Double(column) + 0.25) * stepX
                    let y = box.top + (Double(row) + 0.25) * stepY
                    cells[row * Self.columns + column] =
                        sample(x, y) + sample(x + stepX / 2, y) + sample(x, y + stepY / 2)
                        + sample(x + stepX / 2, y + stepY / 2)
                }
            }
            return cells
        }
    }

    /// -1...1; 1 for the same picture, about 0 for different ones.
    func similarity(to other: Appearance) -> Double {
        var best = -1.0
        for shiftY in -Self.slack...Self.slack {
            for shiftX in -Self.slack...Self.slack {
                best = max(best, correlation(with: other, shiftX: shiftX, shiftY: shiftY))
            }
        }
        return best
    }

    /// Moves this picture a share (0...1) of the way to another.
    mutating func learn(_ other: Appearance, share: Float) {
        for index in cells.indices { cells[index] += (other.cells[index] - cells[index]) * share }
    }

    private func correlation(with other: Appearance, shiftX: Int, shiftY: Int) -> Double {
        var sums: (first: Float, second: Float) = (0, 0)
        var squares: (first: Float, second: Float) = (0, 0)
        var product: Float = 0
        let count = Float((Self.columns - 2 * Self.slack) * (Self.rows - 2 * Self.slack))
        for row in Self.slack..<Self.rows - Self.slack {
            for column in Self.slack..<Self.columns - Self.slack {
                let first = cells[row * Self.columns + column]
                let second = other.cells[(row + shiftY) * Self.columns + column + shiftX]
                sums.first += first
                sums.second += second
                squares.first += first * first
                squares.second += second * second
                product += first * second
            }
        }
        let firstVariance = squares.first - sums.first * sums.first / count
        let secondVariance = squares.second - sums.second * sums.second / count
        guard firstVariance > 1, secondVariance > 1 else { return 0 }
        return Double((product - sums.first * sums.second / count) / (firstVariance * secondVariance).squareRoot())
    }
}
