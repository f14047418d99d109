/// All that holds in one frame: its place in the source and the observations in it, in ascending track order.
public struct FrameObservations: Sendable, Hashable, Codable {
    /// 0-based index in the source.
    public var frame: Int
    /// Presentation time in seconds, from the container.
    public var time: Double
    /// Ascending by track; never two of one track.
    public var observations: [Observation]
    /// How far the frame is turned, where that was measured: in frames that were detected, when it was asked for.
    public var horizon: Horizon?

    public init(frame: Int, time: Double, observations: [Observation], horizon: Horizon? = nil) {
        self.frame = frame
        self.time = time
        self.observations = observations
        self.horizon = horizon
    }
}
