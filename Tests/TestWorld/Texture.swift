package import TrackModel

/// Smooth noise, the same on each machine.
package struct Texture: Sendable {
    package let side: Int
    private let values: [UInt8]

    package static let background = Texture(side: 512, cell: 24, seed: 1)
    package static let object = Texture(side: 96, cell: 14, seed: 2)
    package static let occluder = Texture(side: 128, cell: 18, seed: 3)

    /// Two octaves of value noise; `cell` is the larger's spacing in pixels.
    package init(side: Int, cell: Int, seed: UInt64) {
        self.side = side
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt64(1) << 31)
        }
        var sum = [Double](repeating: 0, count: side * side)
        for (spacing, weight) in [(cell, 150.0), (cell / 3, 70.0)] {
            let nodes = side / spacing + 2
            let grid = (0..<nodes * nodes).map { _ in random() }
            for y in 0..<side {
                let v = Double(y) / Double(spacing)
                for x in 0..<side {
                    let u = Double(x) / Double(spacing)
                    let at = Int(v) * nodes + Int(u)
                    let a = u - u.rounded(.down)
                    let b = v - v.rounded(.down)
                    let upper = grid[at] + (grid[at + 1] - grid[at]) * a
                    let lower = grid[at + nodes] + (grid[at + nodes + 1] - grid[at + nodes]) * a
                    sum[y * side + x] += weight * (upper + (lower - upper) * b)
                }
            }
        }
        values = sum.map { UInt8(min(190, max(0, $0))) }
    }

    package func copyRow(_ y: Int, from x: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
        _ = row.update(fromContentsOf: values[y * side + x..<y * side + x + row.count])
    }

    package func between(_ x: Double, _ y: Double) -> Double {
        let column = Int(x)
        let row = Int(y)
        let at = row * side + column
        let a = x - Double(column)
        let b = y - Double(row)
        let upper = Double(values[at]) * (1 - a) + Double(values[at + 1]) * a
        let lower = Double(values[at + side]) * (1 - a) + Double(values[at + side + 1]) * a
        return upper * (1 - b) + lower * b
    }

    /// Fills the pixels of a picture whose centres lie in the box; the texture is stretched over it.
    package func draw(in box: Box, of size: PixelSize, into pixels: UnsafeMutableBufferPointer<UInt8>) {
        let top = max(0, Int(box.top.rounded(.up)))
        let bottom = min(size.height, Int(box.bottom))
        let left = max(0, Int(box.left.rounded(.up)))
        let right = min(size.width, Int(box.right))
        guard top < bottom, left < right else { return }
        let stepX = Double(side - 2) / box.width
        let stepY = Double(side - 2) / box.height
        for y in top..<bottom {
            for x in left..<right {
                let value = between((Double(x) - box.left) * stepX, (Double(y) - box.top) * stepY)
                pixels[y * size.width + x] = UInt8(value)
            }
        }
    }
}
