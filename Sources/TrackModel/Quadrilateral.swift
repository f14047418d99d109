/// Four corners in pixels of the upright picture, named as in Vision's `VNRectangleObservation`.
public struct Quadrilateral: Sendable, Hashable, Codable {
    public var topLeft: Point
    public var topRight: Point
    public var bottomRight: Point
    public var bottomLeft: Point

    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// Clockwise from the top left.
    public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The smallest upright box around the corners.
    public var bounds: Box {
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        let left = xs.reduce(xs[0], min)
        let top = ys.reduce(ys[0], min)
        return Box(left: left, top: top, width: xs.reduce(xs[0], max) - left, height: ys.reduce(ys[0], max) - top)
    }

    /// Whether its corners go clockwise around a shape without dents.
    public var isConvex: Bool { turns(of: nil).allSatisfy { $0 > 0 } }

    /// Whether the point lies inside or on the outline, of a convex one.
    public func contains(_ point: Point) -> Bool { turns(of: point).allSatisfy { $0 >= 0 } }

    /// For each side, twice the area it spans with the point or, without one, with the corner behind it; above 0 is clockwise.
    private func turns(of point: Point?) -> [Double] {
        let corners = corners
        return corners.indices.map { index in
            let start = corners[index]
            let end = corners[(index + 1) % 4]
            let other = point ?? corners[(index + 2) % 4]
            return (end.x - start.x) * (other.y - start.y) - (end.y - start.y) * (other.x - start.x)
        }
    }

    /// The corners carried along when the box around them becomes `target`: shifted and scaled with it.
    public func mapped(from source: Box, to target: Box) -> Quadrilateral {
        func mapped(_ point: Point) -> Point { point.mapped(from: source, to: target) }
        return Quadrilateral(
            topLeft: mapped(topLeft), topRight: mapped(topRight),
            bottomRight: mapped(bottomRight), bottomLeft: mapped(bottomLeft))
    }
}
