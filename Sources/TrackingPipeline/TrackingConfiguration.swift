/// How the pipeline finds and keeps tracks. The defaults are one set for all videos.
public struct TrackingConfiguration: Sendable, Hashable, Codable {
    /// How often the detectors run. Fewer rounds are cheaper; an object that comes and goes between two rounds is missed.
    public var interval = DetectionInterval.frames(10)

    /// Rounds that must see a new object before it counts, from 1. Raising it drops more false detections and more
    /// objects that are seen briefly.
    public var confirmationRounds = 2

    /// How long a track may go without being seen by a detector. Raising it bridges longer turns and occlusions, and keeps
    /// following what is no longer there. A track that was seen only for a short time is given no more than a second beyond that.
    public var patience = Patience.seconds(5)

    /// Confidence, 0...1, below which an observation is not shown and its track counts as lost. Raising it hides doubtful
    /// boxes; lowering it keeps covered objects on show.
    public var minimumConfidence = 0.3

    /// Detections at least this confident may start a track, 0...1. Raising it drops more false tracks and finds objects later.
    public var startConfidence = 0.36

    /// Detections at least this confident may confirm a track that is already followed, 0...1 (the second stage of
    /// ByteTrack, Zhang et al., ECCV 2022). Lowering it lets weaker detections hold tracks.
    public var keepConfidence = 0.27

    /// The most tracks followed at once; the surest new objects come first.
    public var maximumTracks = 1000

    /// Whether later frames may correct earlier ones: objects followed backward to their first frame, gaps filled, boxes
    /// smoothed. Off for live sources, where every frame's observations are written at once.
    public var looksBack = true

    /// Seconds within which later frames may correct earlier ones. Raising it fills longer gaps and holds more observations
    /// in memory, never more pixels.
    public var lookBackSeconds = 2.0

    /// The most frames whose pixels are held for following objects backward in time.
    public var backwardFrames = 30

    /// Tasks that may run at once. Changes the speed, never the result.
    public var threads = 2

    public init() {}
}

/// A length of time in the units tracks live by.
public enum Patience: Sendable, Hashable, Codable {
    case rounds(Int)
    case seconds(Double)
}
