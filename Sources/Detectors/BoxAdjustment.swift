public import TrackModel

/// From a cascade's own box to the object's tight box, in shares of the cascade's box.
///
/// A cascade reports the window it was trained on: a square around a face, say, wider than the face. Fitted by
/// `Scripts/fit-box-adjustment` on reference tracks.
public struct BoxAdjustment: Sendable, Hashable, Codable {
    /// Where the tight box has its centre: 0 is the left edge of the cascade's box, 1 the right one.
    public var centerX: Double
    /// 0 is the top edge of the cascade's box, 1 the bottom one.
    public var centerY: Double
    /// The tight box's width over that of the cascade's box.
    public var width: Double
    /// The tight box's height over that of the cascade's box.
    public var height: Double

    public init(centerX: Double = 0.5, centerY: Double = 0.5, width: Double = 1, height: Double = 1) {
        self.centerX = centerX
        self.centerY = centerY
        self.width = width
        self.height = height
    }

    /// Leaves boxes as they are.
    public static let none = BoxAdjustment()

    /// For the picture mirrored left to right.
    public var mirrored: BoxAdjustment {
        BoxAdjustment(centerX: 1 - centerX, centerY: centerY, width: width, height: height)
    }

    public func callAsFunction(_ box: Box) -> Box {
        Box(
            center: Point(x: box.left + centerX * box.width, y: box.top + centerY * box.height),
            width: width * box.width, height: height * box.height)
    }

    /// The cascade's box that this adjustment makes `box` of.
    func undone(_ box: Box) -> Box {
        let cascadeWidth = box.width / width
        let cascadeHeight = box.height / height
        return Box(
            left: box.center.x - centerX * cascadeWidth, top: box.center.y - centerY * cascadeHeight,
            width: cascadeWidth, height: cascadeHeight)
    }
}
