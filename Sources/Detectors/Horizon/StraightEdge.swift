internal import Foundation
internal import TrackModel

/// A straight edge of a picture, from left to right.
struct StraightEdge: Sendable, Hashable {
    let start: Point
    let end: Point

    /// - Parameters: its ends, in any order.
    init(_ one: Point, _ other: Point) {
        (start, end) = one.x <= other.x ? (one, other) : (other, one)
    }

    var length: Double { hypot(end.x - start.x, end.y - start.y) }
    var center: Point { Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2) }
    /// Degrees, -90...90, positive where it rises to the right: y grows downwards.
    var angle: Double { atan2(start.y - end.y, end.x - start.x) * 180 / .pi }
}

/// The line that most of a picture's long and nearly level edges lie on. Pure: no pixels.
struct HorizonLine: Sendable {
    /// Degrees, positive where it rises to the right.
    let angle: Double
    /// The share of the picture's width over which edges lie on it, 0...1.
    let coverage: Double

    /// Degrees: steeper edges are no horizon.
    static let steepest = 45.0
    /// Shorter edges, in shares of the picture's width, say too little of their direction.
    private static let shortest = 0.04
    /// Degrees and shares of the picture's height by which an edge may be off the line.
    private static let angleTolerance = 2.5
    private static let offsetTolerance = 0.012

    /// Of all lines along an edge the one with the most edges on it, fitted to these (least squares, by length); nil without any edge.
    init?(through edges: [StraightEdge], in size: PixelSize) {
        let (width, height) = (Double(size.width), Double(size.height))
        let long = edges.filter { $0.length >= Self.shortest * width && abs($0.angle) <= Self.steepest }
            .sorted { ($1.length, $0.start.x, $0.start.y) < ($0.length, $1.start.x, $1.start.y) }
        var best: (coverage: Double, edges: [StraightEdge])?
        // The longest alone are tried: what most edges lie on has one of them.
        for seed in long.prefix(40) {
            let slope = (seed.end.y - seed.start.y) / max(1e-9, seed.end.x - seed.start.x)
            let near = long.filter { edge in
                let offset = edge.center.y - (seed.center.y + slope * (edge.center.x - seed.center.x))
                return abs(edge.angle - seed.angle) <= Self.angleTolerance
                    && abs(offset) * cos(seed.angle * .pi / 180) <= Self.offsetTolerance * height
            }
            let coverage = Self.coverage(of: near, width: width, slope: slope)
            if coverage > best?.coverage ?? 0 { best = (coverage, near) }
        }
        guard let best else { return nil }
        coverage = best.coverage
        angle = Self.fittedAngle(best.edges)
    }

    /// The share of the line's way through the picture that edges lie over, each part counted once.
    private static func coverage(of edges: [StraightEdge], width: Double, slope: Double) -> Double {
        var (covered, reached) = (0.0, -Double.infinity)
        for edge in edges.sorted(by: { ($0.start.x, $0.end.x) < ($1.start.x, $1.end.x) }) {
            covered += max(0, edge.end.x - max(reached, edge.start.x))
            reached = max(reached, edge.end.x)
        }
        return min(1, covered / width)
    }

    private static func fittedAngle(_ edges: [StraightEdge]) -> Double {
        let points = edges.flatMap { [($0.start, $0.length), ($0.end, $0.length)] }
        let whole = points.reduce(0) { $0 + $1.1 }
        let middle = points.reduce(Point(x: 0, y: 0)) {
            Point(x: $0.x + $1.0.x * $1.1 / whole, y: $0.y + $1.0.y * $1.1 / whole)
        }
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for (point, weight) in points {
            let (x, y) = (point.x - middle.x, point.y - middle.y)
            xx += weight * x * x
            xy += weight * x * y
            yy += weight * y * y
        }
        // The main axis of the points.
        return -0.5 * atan2(2 * xy, xx - yy) * 180 / .pi
    }
}
