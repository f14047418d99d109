/// Who a track is found to be, and why: known when the run is over.
public struct TrackIdentity: Sendable, Hashable {
    /// What a track is called that nobody's vote was enough for.
    public static let unknownLabel = "unknown"

    /// The track's id in the files.
    public var track: Int
    /// What it is called; nil when nothing was asked that would name it.
    public var label: String?
    /// The share of the votes that its label has, or, of an unknown one, the likeliest: 0...1.
    public var confidence: Double
    /// The frames whose pictures were looked at, ascending.
    public var frames: [Int]
    /// The shares of all candidates that have any, largest first; what is missing to 1 is nobody's.
    public var votes: [Candidate]
    /// The mean distance to each person of the gallery, nearest first; empty without one.
    public var distances: [Candidate]
    /// How it was found again, in order: once for each time it came back.
    public var returns: [TrackReturn]

    /// A candidate's name, and a number of it.
    public struct Candidate: Sendable, Hashable {
        public var name: String
        public var value: Double

        public init(name: String, value: Double) {
            self.name = name
            self.value = value
        }
    }

    public init(
        track: Int, label: String? = nil, confidence: Double = 0, frames: [Int] = [], votes: [Candidate] = [],
        distances: [Candidate] = [], returns: [TrackReturn] = []
    ) {
        self.track = track
        self.label = label
        self.confidence = confidence
        self.frames = frames
        self.votes = votes
        self.distances = distances
        self.returns = returns
    }
}

/// Why what looked like a new track is an earlier one that came back.
public struct TrackReturn: Sendable, Hashable {
    /// The id it would have had.
    public var formerTrack: Int
    /// Its first frame after it came back, and the last one before.
    public var frame: Int
    public var lastFrame: Int
    /// How different they look, and up to which difference they are taken for one.
    public var distance: Double
    public var threshold: Double
    /// How different the nearest looks that it cannot be, because that one was on screen with it; nil when there is none.
    public var otherDistance: Double?

    public init(
        formerTrack: Int, frame: Int, lastFrame: Int, distance: Double, threshold: Double, otherDistance: Double?
    ) {
        self.formerTrack = formerTrack
        self.frame = frame
        self.lastFrame = lastFrame
        self.distance = distance
        self.threshold = threshold
        self.otherDistance = otherDistance
    }
}
