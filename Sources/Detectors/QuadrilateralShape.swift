internal import Foundation
internal import TrackModel

/// The measures of four corners that say whether they make a rectangle.
struct QuadrilateralShape: Sendable {
    /// Clockwise as seen in the picture, beginning at the corner nearest the picture's top left.
    let corners: [Point]

    /// Nil unless the four points make a convex quadrilateral.
    init?(around points: [Point]) {
        guard points.count == 4, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let center = Point(x: points.map(\.x).reduce(0, +) / 4, y: points.map(\.y).reduce(0, +) / 4)
        // With y growing downward, a growing angle goes clockwise.
        let around = points.sorted { atan2($0.y - center.y, $0.x - center.x) < atan2($1.y - center.y, $1.x - center.x) }
        let start = around.indices.min { (around[$0].x + around[$0].y) < (around[$1].x + around[$1].y) } ?? 0
        corners = around.indices.map { around[($0 + start) % 4] }
        for index in 0..<4 where turn(at: index) <= 0 { return nil }
    }

    var quadrilateral: Quadrilateral {
        Quadrilateral(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// Top, right, bottom, left, in pixels.
    var sideLengths: [Double] {
        (0..<4).map { index in
            let next = corners[(index + 1) % 4]
            return hypot(next.x - corners[index].x, next.y - corners[index].y)
        }
    }

    /// The mean of opposite sides, in pixels.
    var shorterAndLonger: (shorter: Double, longer: Double) {
        let sides = sideLengths
        let width = (sides[0] + sides[2]) / 2
        let height = (sides[1] + sides[3]) / 2
        return (min(width, height), max(width, height))
    }

    /// The largest difference of a corner's angle from 90, in degrees.
    var deviationFromSquare: Double {
        (0..<4).map { abs(angle(at: $0) - 90) }.reduce(0, max)
    }

    /// In square pixels.
    var area: Double {
        (0..<4).reduce(0.0) { sum, index in
            let next = corners[(index + 1) % 4]
            return sum + (corners[index].x * next.y - next.x * corners[index].y) / 2
        }
    }

    /// The largest distance between corresponding corners, in pixels.
    func distance(to other: QuadrilateralShape) -> Double {
        zip(corners, other.corners).map { hypot($0.x - $1.x, $0.y - $1.y) }.reduce(0, max)
    }

    /// Whether a whole side lies within `margin` of one edge of the bounds: cut off there, or the picture's own edge.
    func hasSide(along bounds: Box, margin: Double) -> Bool {
        (0..<4).contains { index in
            let ends = [corners[index], corners[(index + 1) % 4]]
            return ends.allSatisfy { $0.x <= bounds.left + margin } || ends.allSatisfy { $0.x >= bounds.right - margin }
                || ends.allSatisfy { $0.y <= bounds.top + margin } || ends.allSatisfy { $0.y >= bounds.bottom - margin }
        }
    }

    func mapped(_ transform: (Point) -> Point) -> QuadrilateralShape? {
        QuadrilateralShape(around: corners.map(transform))
    }

    /// Positive where the outline turns clockwise.
    private func turn(at index: Int) -> Double {
        let before = corners[(index + 3) % 4]
        let here = corners[index]
        let after = corners[(index + 1) % 4]
        return (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
    }

    private func angle(at index: Int) -> Double {
        let before = corners[(index + 3) % 4]
        let here = corners[index]
        let after = corners[(index + 1) % 4]
        let dot = (before.x - here.x) * (after.x - here.x) + (before.y - here.y) * (after.y - here.y)
        return atan2(abs(turn(at: index)), dot) * 180 / .pi
    }
}

extension QuadrilateralShape {
    /// The area both cover, in square pixels (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
    func intersectionArea(with other: QuadrilateralShape) -> Double {
        var polygon = corners
        for index in 0..<4 {
            let start = other.corners[index]
            let end = other.corners[(index + 1) % 4]
            func inside(_ point: Point) -> Double {
                (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
            }
            var clipped: [Point] = []
            for (position, point) in polygon.enumerated() {
                let next = polygon[(position + 1) % polygon.count]
                let here = inside(point)
                let there = inside(next)
                if here >= 0 { clipped.append(point) }
                if (here > 0 && there < 0) || (here < 0 && there > 0) {
                    let share = here / (here - there)
                    clipped.append(
                        Point(x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share))
                }
            }
            polygon = clipped
        }
        return polygon.indices.reduce(0.0) { sum, index in
            let next = polygon[(index + 1) % polygon.count]
            return sum + (polygon[index].x * next.y - next.x * polygon[index].y) / 2
        }
    }
}
