public import VideoIO

/// What is to be made of a video and its tracks.
public struct RenderRequest: Sendable {
    /// Where the video goes; nil for none.
    public var video: String?
    public var encoding = VideoWriterOptions()
    /// Whether boxes, labels and trails are drawn.
    public var drawsTracks = true
    /// What is covered; nil for nothing.
    public var blur: BlurSettings?
    /// Where the account of what was covered goes, as JSON; nil for nowhere.
    public var audit: String?
    /// The folder the best picture of each track goes to; nil for none.
    public var thumbnails: String?
    /// Where the page goes that shows all that was found; nil for nowhere.
    public var report: String?
    /// Whether files that are there may be replaced.
    public var overwrite = false

    public init() {}

    /// Whether anything is to be made.
    public var isEmpty: Bool { video == nil && thumbnails == nil && report == nil }
}

/// What rendering came to.
public struct RenderSummary: Sendable {
    /// Pictures looked at.
    public internal(set) var frames = 0
    /// The account of what was covered; nil when nothing was asked to be.
    public internal(set) var audit: BlurAudit?
    /// How many tracks have a thumbnail.
    public internal(set) var thumbnails = 0
    /// What the user should know, each a sentence.
    public internal(set) var notes: [String] = []
    /// What was written, as it was named.
    public internal(set) var outputs: [String] = []
    /// Whether the task was cancelled on the way; what is written is whole up to there.
    public internal(set) var wasCancelled = false
    /// What reading the pictures has come to.
    public internal(set) var read = ReadSummary()
}
