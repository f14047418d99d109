/// A place in the upright picture, in pixels; the origin is the picture's top left corner.
public struct Point: Sendable, Hashable, Codable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The point carried along when a box becomes `target`: shifted and scaled with it.
    func mapped(from source: Box, to target: Box) -> Point {
        Point(
            x: target.left + (x - source.left) * target.width / source.width,
            y: target.top + (y - source.top) * target.height / source.height)
    }
}
