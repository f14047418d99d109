/// How far a picture is turned, as its horizon shows: what holds of a whole frame and has no box.
public struct Horizon: Sendable, Hashable, Codable {
    /// Degrees from level, -45...45: positive where the horizon rises to the right, as if turned counter-clockwise.
    public var angle: Double
    /// 0...1; higher is surer.
    public var confidence: Double

    public init(angle: Double, confidence: Double) {
        self.angle = angle
        self.confidence = confidence
    }
}
