public import TrackModel

/// What a track file does not say of itself, and a reader has to be told.
public struct TrackReadingOptions: Sendable, Hashable, Codable {
    /// The number the leftmost and topmost pixel has in MOTChallenge text.
    public var motPixelBase: MOTPixelBase
    /// The label of observations in files that name none.
    public var label: String
    /// Frames per second from which times are made (frame / rate) in files that hold none; nil leaves their times at 0.
    public var frameRate: Double?
    /// The picture's size, for files whose boxes are shares of it and that do not tell it.
    public var pictureSize: PixelSize?
    /// The number of frames of the video, for files that end no track and do not tell it.
    public var frameCount: Int?

    public init(
        motPixelBase: MOTPixelBase = .one, label: String = "object", frameRate: Double? = nil,
        pictureSize: PixelSize? = nil, frameCount: Int? = nil
    ) {
        self.motPixelBase = motPixelBase
        self.label = label
        self.frameRate = frameRate
        self.pictureSize = pictureSize
        self.frameCount = frameCount
    }

    func time(ofFrame frame: Int) -> Double {
        guard let frameRate, frameRate > 0, frameRate.isFinite else { return 0 }
        return Double(frame) / frameRate
    }
}
