/// What a detector says of one frame about one object.
public struct Detection: Sendable, Hashable, Codable {
    /// Pixels of the upright picture.
    public var box: Box
    /// 0...1; higher is surer. Monotone in the detector's own score.
    public var confidence: Double
    /// What was found: "face", "page".
    public var label: String
    /// The object's four corners, from detectors that find them (rectangles).
    public var corners: Quadrilateral?
    /// Eyes, nose and mouth, from detectors that find them (networks for faces).
    public var landmarks: FaceLandmarks?

    public init(
        box: Box, confidence: Double, label: String, corners: Quadrilateral? = nil, landmarks: FaceLandmarks? = nil
    ) {
        self.box = box
        self.confidence = confidence
        self.label = label
        self.corners = corners
        self.landmarks = landmarks
    }

    /// The same object once its box has become another one: corners and landmarks are shifted and scaled with it.
    public func carried(to target: Box) -> Detection {
        Detection(
            box: target, confidence: confidence, label: label, corners: corners?.mapped(from: box, to: target),
            landmarks: landmarks?.mapped(from: box, to: target))
    }
}
