/// How track files are written, as far as a user may choose.
public struct TrackWritingOptions: Sendable, Hashable, Codable {
    /// What the file holds.
    public enum Content: String, Sendable, Hashable, Codable, CaseIterable {
        /// Tracks, each with an identity from 1.
        case tracks
        /// Detections without an identity; see `DetectionWriter`.
        case detections
    }

    public var content: Content
    /// Whether a target that is there may be replaced.
    public var overwrite: Bool
    /// The number the leftmost and topmost pixel has in MOTChallenge text.
    public var motPixelBase: MOTPixelBase
    /// Pixels by which no edge of a box may be off when it is interpolated between the key frames of a CVAT file. Raising it
    /// leaves fewer key frames to correct by hand, and looser boxes between them; 0 keeps what lies on a straight line.
    public var keyframeTolerance: Double

    /// Whether frames may have horizons: CSV has a column for their angles then.
    public var hasHorizons = false

    public init(
        content: Content = .tracks, overwrite: Bool = false, motPixelBase: MOTPixelBase = .one,
        keyframeTolerance: Double = 1
    ) {
        self.content = content
        self.overwrite = overwrite
        self.motPixelBase = motPixelBase
        self.keyframeTolerance = keyframeTolerance
    }
}

/// The number the leftmost and topmost pixel has in MOTChallenge text; frames count from 1 either way.
public enum MOTPixelBase: Int, Sendable, Hashable, Codable, CaseIterable {
    /// As many tools write it, against the specification: coordinates are not shifted.
    case zero = 0
    /// As the MOTChallenge specification has it: the top left pixel is (1, 1).
    case one = 1
}
