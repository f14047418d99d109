/// How much `FlowTracker` spends on one object and how far it believes what it sees.
///
/// The defaults were chosen over ten real and synthetic clips together, forward and backward in time, none of them favoured.
public struct FlowConfiguration: Sendable, Hashable, Codable {
    /// The box is cut into this many columns and rows (1...16), one point a cell; one less below 45 pixels of the pyramid, two
    /// below 24. More points hold better on large objects and cost in proportion.
    public var pointsPerSide = 6
    /// Lucas-Kanade's window in pixels of the pyramid (3...15). Larger holds on to smooth objects; smaller takes in less background.
    public var window = 11
    /// Pyramid levels (1...4). More follow faster motion.
    public var levels = 4
    /// Whether each step from frame to frame is also followed back, to see which points return. Costs a quarter of the time;
    /// keeps out points that slipped.
    public var checksBackward = true
    /// The largest change of size from one frame to the next, as a factor (at least 1). Higher follows faster zooms; lower keeps
    /// the size steadier.
    public var scaleBound = 1.05
    /// How far the box is drawn to where the key frame's points say it is when all are in sight, 0...1. Higher drifts less; lower
    /// is smoother under turns of the head.
    public var keyGain = 0.5
    /// The share of the key frame's points, 0...1, from which on they alone place the box. Higher asks the frame before more often, and
    /// costs up to three times as much.
    public var keyAlone = 0.5
    /// Below this confidence the object counts as hidden: the box stays with the object's own motion instead of following what covers it.
    /// Higher lets go sooner.
    public var hiddenBelow = 0.3
    /// From this confidence on a hidden object counts as found again. Higher comes back more rarely, and more rarely on the wrong thing.
    public var foundFrom = 0.5
    /// Frames an object may stay hidden before it is given up. Higher survives longer occlusions, and costs time only meanwhile.
    public var maximumHiddenFrames = 30

    /// A full set of points, for `TrackingLevel.accurate`.
    public static let accurate = FlowConfiguration()

    /// Fewer points and one level less, each step followed forward only, for `TrackingLevel.fast`.
    public static let fast: FlowConfiguration = {
        var configuration = FlowConfiguration()
        configuration.pointsPerSide = 5
        configuration.levels = 3
        configuration.checksBackward = false
        return configuration
    }()

    public init() {}
}
