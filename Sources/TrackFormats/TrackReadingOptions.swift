/// What a track file does not say of itself, and a reader has to be told.
public struct TrackReadingOptions: Sendable, Hashable, Codable {
    /// The number the leftmost and topmost pixel has in MOTChallenge text.
    public var motPixelBase: MOTPixelBase
    /// The label of observations in files that name none.
    public var label: String
    /// Frames per second from which times are made (frame / rate) in files that hold none; nil leaves their times at 0.
    public var frameRate: Double?

    public init(motPixelBase: MOTPixelBase = .one, label: String = "object", frameRate: Double? = nil) {
        self.motPixelBase = motPixelBase
        self.label = label
        self.frameRate = frameRate
    }

    func time(ofFrame frame: Int) -> Double {
        guard let frameRate, frameRate > 0, frameRate.isFinite else { return 0 }
        return Double(frame) / frameRate
    }
}
