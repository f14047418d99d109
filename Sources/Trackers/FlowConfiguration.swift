/// How `FlowTracker` chooses its points and how far it believes them.
public struct FlowConfiguration: Sendable, Hashable, Codable {
    /// The box is cut into this many columns and rows; cells in the ellipse get one point each. More points hold better on large
    /// faces and cost in proportion. 1...16.
    public var columns = 7
    public var rows = 7
    /// Lucas-Kanade's window in pixels (3...15): larger holds on to smooth faces, smaller leaves out the background.
    public var window = 11
    /// Pyramid levels (1...4): more follow faster motion.
    public var levels = 4
    /// Iterations a level: more find the place more exactly.
    public var iterations = 12
    /// Whether each point is followed back again to see whether it returns. Costs half of the time and keeps out points that have slipped.
    public var checksBackward = true
    /// A full set of points, for `TrackingLevel.accurate`.
    public static let accurate = FlowConfiguration()

    /// Half of the points, followed forward only, for `TrackingLevel.fast`.
    public static let fast: FlowConfiguration = {
        var configuration = FlowConfiguration()
        configuration.columns = 5
        configuration.rows = 5
        configuration.checksBackward = false
        return configuration
    }()

    public init() {}
}
