/// What detectors said of one frame when they were asked: to be kept, and said again in another run.
public struct DetectionRecord: Sendable, Hashable {
    /// The frame's index in the source.
    public var frame: Int
    /// The frame's time in seconds; nil when it was not kept.
    public var time: Double?
    /// What a round on this frame found, in the detector's order; nil when no round was held.
    public var detections: [Detection]?
    /// What was asked beside the round.
    public var secondLooks: [SecondLook]

    /// A question to `Detector.look(for:expectedIn:of:)` and its answer.
    public struct SecondLook: Sendable, Hashable {
        public var label: String
        /// Where the object was expected, in pixels.
        public var expected: Box
        /// Nil when it was not seen there.
        public var found: Detection?

        public init(label: String, expected: Box, found: Detection?) {
            self.label = label
            self.expected = expected
            self.found = found
        }
    }

    public init(frame: Int, time: Double?, detections: [Detection]? = nil, secondLooks: [SecondLook] = []) {
        self.frame = frame
        self.time = time
        self.detections = detections
        self.secondLooks = secondLooks
    }
}
