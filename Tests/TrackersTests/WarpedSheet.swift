import Foundation
import TestWorld
import TrackModel

/// A textured sheet that turns and tilts over a textured background, with its true corners in each frame.
struct WarpedSheet: Sendable {
    var size = PixelSize(width: 320, height: 240)
    /// Where the corners are, in box coordinates (a pixel's centre lies at its half).
    var corners: @Sendable (Int) -> Quadrilateral
    /// Another textured thing, drawn over the sheet.
    var occluder: @Sendable (Int) -> Box? = { _ in nil }

    /// A sheet of 120 by 90 pixels about (160, 120), turned clockwise and seen from the side: its far edge is at `depth` times the
    /// near edge's distance.
    static func placed(degrees: Double, depth: Double = 1, shift: Double = 0) -> Quadrilateral {
        let angle = degrees * .pi / 180
        let points = [(-60.0, -45.0), (60.0, -45.0), (60.0, 45.0), (-60.0, 45.0)].map { x, y in
            // Nearness falls from 1 on the left to 1 / depth on the right.
            let near = 1 / (1 + (depth - 1) * (x + 60) / 120)
            let (u, v) = (x * near, y * near)
            return Point(
                x: 160 + shift + u * cos(angle) - v * sin(angle), y: 120 + u * sin(angle) + v * cos(angle))
        }
        return Quadrilateral(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    func frame(_ index: Int) -> Frame {
        let corners = corners(index)
        let plane = SquareToPlane(corners)
        let bounds = corners.bounds
        let luma = LumaPlane(size: size) { pixels in
            for y in 0..<size.height {
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * size.width..<(y + 1) * size.width])
                Texture.background.copyRow(y + 64, from: 64, into: row)
            }
            let side = Double(Texture.object.side - 2)
            for y in max(0, Int(bounds.top))..<min(size.height, Int(bounds.bottom) + 1) {
                for x in max(0, Int(bounds.left))..<min(size.width, Int(bounds.right) + 1) {
                    let (u, v) = plane.place(of: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    guard (0...1).contains(u), (0...1).contains(v) else { continue }
                    pixels[y * size.width + x] = UInt8(40 + 0.8 * Texture.object.between(u * side, v * side))
                }
            }
            if let cover = occluder(index) { Texture.occluder.draw(in: cover, of: size, into: pixels) }
        }
        return Frame(index: index, time: Double(index) / 25, luma: luma)
    }
}

/// From a quadrilateral to the unit square (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989).
private struct SquareToPlane {
    private let a, b, c, d, e, f, g, h: Double

    init(_ corners: Quadrilateral) {
        let (p, q, r, s) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let (x1, x2, x3) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x)
        let (y1, y2, y3) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y)
        let determinant = x1 * y2 - x2 * y1
        g = (x3 * y2 - x2 * y3) / determinant
        h = (x1 * y3 - x3 * y1) / determinant
        a = q.x - p.x + g * q.x
        b = s.x - p.x + h * s.x
        c = p.x
        d = q.y - p.y + g * q.y
        e = s.y - p.y + h * s.y
        f = p.y
    }

    /// The inverse of the map from the square: its adjugate, up to a factor.
    func place(of point: Point) -> (u: Double, v: Double) {
        let u = (e - f * h) * point.x + (c * h - b) * point.y + (b * f - c * e)
        let v = (f * g - d) * point.x + (a - c * g) * point.y + (c * d - a * f)
        let w = (d * h - e * g) * point.x + (b * g - a * h) * point.y + (a * e - b * d)
        return (u / w, v / w)
    }
}
