/// Follows one object from frame to frame. An instance is used by one task at a time; different instances run concurrently.
public protocol ObjectTracker: AnyObject, Sendable {
    /// Starts, or starts again, on the object in `box` of `frame`.
    ///
    /// The box is clipped to the picture and checked by the tracker. Returns false when there is nothing to hold on to (less
    /// than a few pixels inside the picture, no texture): an ordinary outcome, not an error.
    func start(on frame: Frame, box: Box) throws -> Bool

    /// Says where the object's four corners are in `frame`, the one it was started on or moved to last, so that estimates tell where
    /// they have gone. Trackers that follow boxes alone do nothing.
    func hold(_ corners: Quadrilateral, on frame: Frame) throws

    /// Where the object is in `frame`, or nil when it is lost.
    ///
    /// The frame is the next one in the direction of travel; frames may run backward in time.
    func update(on frame: Frame) throws -> TrackerEstimate?
}

extension ObjectTracker {
    public func hold(_ corners: Quadrilateral, on frame: Frame) throws {}
}

/// Where a tracker believes its object to be.
public struct TrackerEstimate: Sendable, Hashable {
    /// Pixels of the upright picture; may reach over its edge.
    public var box: Box
    /// 0...1, measured from the pixels: near 1 on the object, falling when it is covered or gone.
    public var confidence: Double
    /// The object's four corners, when the tracker was told of them and could follow them; `box` is around them then.
    public var corners: Quadrilateral?

    public init(box: Box, confidence: Double, corners: Quadrilateral? = nil) {
        self.box = box
        self.confidence = confidence
        self.corners = corners
    }
}

/// Makes trackers of one kind.
public struct TrackerFactory: Sendable {
    /// As the user names it: "kcf", "flow".
    public let name: String
    /// Whether the frames handed to its trackers should carry colour.
    public let wantsColor: Bool
    /// The picture of a frame that its trackers look at: the frame itself, or a smaller one of the same shape, index and time. Whoever
    /// hands pictures to the trackers scales the boxes with them. What is larger need not be kept for them.
    public let picture: @Sendable (Frame) throws -> Frame
    private let make: @Sendable () throws -> any ObjectTracker

    public init(
        name: String, wantsColor: Bool = false, picture: @escaping @Sendable (Frame) throws -> Frame = { $0 },
        make: @escaping @Sendable () throws -> any ObjectTracker
    ) {
        self.name = name
        self.wantsColor = wantsColor
        self.picture = picture
        self.make = make
    }

    /// A tracker that has not been started yet.
    public func makeTracker() throws -> any ObjectTracker { try make() }
}
