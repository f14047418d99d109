internal import TrackModel

/// What the rectangle detector looks for; the names are those of Vision's `VNDetectRectanglesRequest`.
public struct RectangleOptions: Sendable, Hashable, Codable {
    /// The least length of the shorter side. Lowering it finds smaller rectangles, and more that are only texture.
    public var minimumSize: Length
    /// The largest length of the longer side; nil is no bound.
    public var maximumSize: Length?
    /// The shorter side over the longer side, 0...1, at least. Raising it drops strips.
    public var minimumAspectRatio: Double
    /// The shorter side over the longer side, 0...1, at most; 1 allows squares.
    public var maximumAspectRatio: Double
    /// How many degrees a corner's angle may differ from 90, 0...45. Raising it finds sheets seen more from the side.
    public var quadratureTolerance: Double
    /// How many rectangles are reported, the surest first; 0 is all.
    public var maximumCount: Int
    /// 0...1. Raising it drops rectangles whose outlines are faint, interrupted or askew.
    public var minimumConfidence: Double
    /// The part of the picture that is searched; nil is all of it.
    public var region: SearchRegion?

    public init(
        minimumSize: Length = .percentOfHeight(8), maximumSize: Length? = nil, minimumAspectRatio: Double = 0.3,
        maximumAspectRatio: Double = 1, quadratureTolerance: Double = 30, maximumCount: Int = 16,
        minimumConfidence: Double = 0.7, region: SearchRegion? = nil
    ) {
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
        self.minimumAspectRatio = minimumAspectRatio
        self.maximumAspectRatio = maximumAspectRatio
        self.quadratureTolerance = quadratureTolerance
        self.maximumCount = maximumCount
        self.minimumConfidence = minimumConfidence
        self.region = region
    }

    /// Throws `TrackletError` (`usage`) naming the first value that makes no sense.
    public func validate() throws {
        // Sizes and regions follow the same rules as for cascades.
        try CascadeOptions(minimumSize: minimumSize, maximumSize: maximumSize, region: region).validate()
        for (name, ratio) in [("minimum", minimumAspectRatio), ("maximum", maximumAspectRatio)]
        where !(ratio > 0 && ratio <= 1) {
            throw TrackletError(
                .usage,
                "The \(name) aspect ratio \(ratio) is outside 0 to 1; it is the shorter side over the longer one.")
        }
        guard minimumAspectRatio <= maximumAspectRatio else {
            throw TrackletError(
                .usage,
                "The minimum aspect ratio \(minimumAspectRatio) is above the maximum \(maximumAspectRatio); nothing could be found."
            )
        }
        guard (0...45).contains(quadratureTolerance) else {
            throw TrackletError(
                .usage, "The quadrature tolerance \(quadratureTolerance) is outside 0 to 45 degrees; 30 is usual.")
        }
        guard maximumCount >= 0 else {
            throw TrackletError(.usage, "The maximum count \(maximumCount) is negative; 0 reports all rectangles.")
        }
        guard (0...1).contains(minimumConfidence) else {
            throw TrackletError(.usage, "The minimum confidence \(minimumConfidence) is outside 0 to 1; 0.7 is usual.")
        }
    }
}
