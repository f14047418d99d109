/// Five points of a face in pixels of the upright picture. Right and left are the person's own: the right eye of a face that looks
/// at the camera is on the picture's left.
public struct FaceLandmarks: Sendable, Hashable, Codable {
    public var rightEye: Point
    public var leftEye: Point
    /// The tip of the nose.
    public var nose: Point
    /// The right corner of the mouth.
    public var rightMouth: Point
    public var leftMouth: Point

    public init(rightEye: Point, leftEye: Point, nose: Point, rightMouth: Point, leftMouth: Point) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.nose = nose
        self.rightMouth = rightMouth
        self.leftMouth = leftMouth
    }

    /// In the order of the properties.
    public var points: [Point] { [rightEye, leftEye, nose, rightMouth, leftMouth] }

    /// The points carried along when the box around the face becomes `target`: shifted and scaled with it.
    public func mapped(from source: Box, to target: Box) -> FaceLandmarks {
        func mapped(_ point: Point) -> Point { point.mapped(from: source, to: target) }
        return FaceLandmarks(
            rightEye: mapped(rightEye), leftEye: mapped(leftEye), nose: mapped(nose), rightMouth: mapped(rightMouth),
            leftMouth: mapped(leftMouth))
    }
}
