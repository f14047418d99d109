import Foundation
import TrackModel

/// A gray picture with shapes of exactly known place, drawn with 4 x 4 samples a pixel.
struct Canvas {
    let size: PixelSize
    private var values: [Double]

    init(_ width: Int, _ height: Int, background: Double = 60) {
        size = PixelSize(width: width, height: height)
        values = Array(repeating: background, count: width * height)
    }

    /// A rectangle turned about its centre by degrees clockwise; its corners from the one that was top left, clockwise.
    static func corners(center: Point, width: Double, height: Double, degrees: Double) -> [Point] {
        let angle = degrees * .pi / 180
        return [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map { signX, signY in
            let x = signX * width / 2
            let y = signY * height / 2
            return Point(x: center.x + x * cos(angle) - y * sin(angle), y: center.y + x * sin(angle) + y * cos(angle))
        }
    }

    /// Fills a convex polygon given clockwise, in box coordinates (a pixel's centre lies at its half).
    mutating func fill(_ corners: [Point], with value: Double) {
        let left = max(0, Int(corners.map(\.x).min() ?? 0) - 1)
        let right = min(size.width - 1, Int(corners.map(\.x).max() ?? 0) + 1)
        let top = max(0, Int(corners.map(\.y).min() ?? 0) - 1)
        let bottom = min(size.height - 1, Int(corners.map(\.y).max() ?? 0) + 1)
        guard left <= right, top <= bottom else { return }
        for row in top...bottom {
            for column in left...right {
                var covered = 0.0
                // All of a pixel whose four corners lie inside is covered.
                let ends = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]
                if ends.allSatisfy({ Self.contains(corners, Double($0.0), Double($0.1)) }) {
                    values[row * size.width + column] = value
                    continue
                }
                for sample in 0..<16 {
                    let x = Double(column) + (Double(sample % 4) + 0.5) / 4
                    let y = Double(row) + (Double(sample / 4) + 0.5) / 4
                    if Self.contains(corners, x, y) { covered += 1 / 16 }
                }
                let index = row * size.width + column
                values[index] += (value - values[index]) * covered
            }
        }
    }

    /// Even noise of up to `amplitude` gray levels either way, always the same.
    mutating func addNoise(amplitude: Double) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in values.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            values[index] += (Double(state >> 40) / Double(1 << 24) * 2 - 1) * amplitude
        }
    }

    var frame: Frame {
        Frame(
            index: 0, time: 0,
            luma: LumaPlane(size: size) { pixels in
                for index in values.indices { pixels[index] = UInt8(min(max(values[index].rounded(), 0), 255)) }
            })
    }

    private static func contains(_ corners: [Point], _ x: Double, _ y: Double) -> Bool {
        for index in corners.indices {
            let start = corners[index]
            let end = corners[(index + 1) % corners.count]
            if (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x) < 0 { return false }
        }
        return true
    }
}
