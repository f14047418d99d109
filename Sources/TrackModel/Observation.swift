/// How an observation came about.
public enum ObservationSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// A detector saw the object in this frame.
    case detected
    /// A tracker followed the object into this frame.
    case tracked
    /// A tracker followed the object backward in time into this frame, from where it was first detected.
    case backfilled
    /// Lies between two observations and was filled in from them.
    case interpolated
    /// The user pointed at the object in this frame.
    case seeded
}

/// What holds of one track in one frame.
public struct Observation: Sendable, Hashable, Codable {
    /// The identity, from 1.
    public var track: Int
    public var label: String
    /// Pixels of the upright picture.
    public var box: Box
    /// 0...1; higher is surer.
    public var confidence: Double
    public var source: ObservationSource
    /// The object's four corners, where its detector finds them.
    public var corners: Quadrilateral?
    /// Eyes, nose and mouth, where the detector finds them: as seen in frames in which it was detected, moved with the box in those
    /// into which it was tracked, and absent elsewhere.
    public var landmarks: FaceLandmarks?

    public init(
        track: Int, label: String, box: Box, confidence: Double, source: ObservationSource,
        corners: Quadrilateral? = nil, landmarks: FaceLandmarks? = nil
    ) {
        self.track = track
        self.label = label
        self.box = box
        self.confidence = confidence
        self.source = source
        self.corners = corners
        self.landmarks = landmarks
    }
}
