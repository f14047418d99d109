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

    /// The corners carried along when the box around them becomes `target`: shifted and scaled with it.
    public func mapped(from source: Box, to target: Box) -> Quadrilateral {
        func mapped(_ point: Point) -> Point { point.mapped(from: source, to: target) }
        return Quadrilateral(
            topLeft: mapped(topLeft), topRight: mapped(topRight),
            bottomRight: mapped(bottomRight), bottomLeft: mapped(bottomLeft))
    }
}
