/// An upright rectangle in pixels of the upright picture; the origin is the picture's top left corner and y grows downward.
public struct Box: Sendable, Hashable, Codable {
    public var left: Double
    public var top: Double
    public var width: Double
    public var height: Double

    public init(left: Double, top: Double, width: Double, height: Double) {
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    public init(center: Point, width: Double, height: Double) {
        self.init(left: center.x - width / 2, top: center.y - height / 2, width: width, height: height)
    }

    public var right: Double { left + width }
    public var bottom: Double { top + height }
    public var center: Point { Point(x: left + width / 2, y: top + height / 2) }

    /// Zero for a box without positive width and height.
    public var area: Double { max(0, width) * max(0, height) }

    /// Whether the box has positive width and height and no value that is infinite or not a number.
    public var isUsable: Bool {
        left.isFinite && top.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
    }

    /// Whether the point lies inside; the left and top edges belong to the box, the right and bottom edges do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }
}

// MARK: - Overlap

extension Box {
    /// The area both boxes cover, in square pixels; 0 when either is not usable.
    public func intersectionArea(with other: Box) -> Double {
        // `min` and `max` pass over what is no number when it comes second: the answer would depend on the order.
        guard isUsable, other.isUsable else { return 0 }
        let sharedWidth = min(right, other.right) - max(left, other.left)
        let sharedHeight = min(bottom, other.bottom) - max(top, other.top)
        return max(0, sharedWidth) * max(0, sharedHeight)
    }

    /// The area both boxes cover over the area either covers (Jaccard index), 0...1; 0 when neither has an area.
    public func intersectionOverUnion(with other: Box) -> Double {
        let shared = intersectionArea(with: other)
        let union = area + other.area - shared
        return union > 0 ? shared / union : 0
    }

    /// The share of this box that the other covers, 0...1; 0 when this box has no area.
    public func coveredShare(by other: Box) -> Double {
        area > 0 ? intersectionArea(with: other) / area : 0
    }

    /// The part inside `bounds`, or nil when nothing is left.
    public func clipped(to bounds: Box) -> Box? {
        let newLeft = max(left, bounds.left)
        let newTop = max(top, bounds.top)
        let clipped = Box(
            left: newLeft, top: newTop,
            width: min(right, bounds.right) - newLeft, height: min(bottom, bounds.bottom) - newTop)
        return clipped.isUsable ? clipped : nil
    }
}

// MARK: - Moving and scaling

extension Box {
    public func offset(x: Double, y: Double) -> Box {
        Box(left: left + x, top: top + y, width: width, height: height)
    }

    /// The box grown or shrunk about its centre.
    public func scaled(width widthFactor: Double, height heightFactor: Double) -> Box {
        Box(center: center, width: width * widthFactor, height: height * heightFactor)
    }

    /// Every coordinate multiplied: the same box in a picture that is `factor` times as large.
    public func multiplied(by factor: Double) -> Box {
        Box(left: left * factor, top: top * factor, width: width * factor, height: height * factor)
    }

    /// The point `share` (0...1) of the way from this box to `other`, each coordinate on its own.
    public func interpolated(to other: Box, share: Double) -> Box {
        Box(
            left: left + (other.left - left) * share,
            top: top + (other.top - top) * share,
            width: width + (other.width - width) * share,
            height: height + (other.height - height) * share)
    }
}

// MARK: - Other conventions

extension Box {
    /// From Vision's normalised rectangle: 0...1 of the picture, origin at the **bottom** left (`VNDetectedObjectObservation.boundingBox`).
    public init(visionX x: Double, y: Double, width: Double, height: Double, in size: PixelSize) {
        let pictureWidth = Double(size.width)
        let pictureHeight = Double(size.height)
        self.init(
            left: x * pictureWidth, top: (1 - y - height) * pictureHeight,
            width: width * pictureWidth, height: height * pictureHeight)
    }

    /// As Vision's normalised rectangle: 0...1 of the picture, origin at the **bottom** left.
    public func visionRectangle(in size: PixelSize) -> (x: Double, y: Double, width: Double, height: Double) {
        let pictureWidth = Double(size.width)
        let pictureHeight = Double(size.height)
        return (left / pictureWidth, 1 - bottom / pictureHeight, width / pictureWidth, height / pictureHeight)
    }

    /// From AVFoundation's normalised rectangle: 0...1 of the picture, origin at the **top** left (metadata output rectangles).
    public init(avFoundationX x: Double, y: Double, width: Double, height: Double, in size: PixelSize) {
        let pictureWidth = Double(size.width)
        let pictureHeight = Double(size.height)
        self.init(
            left: x * pictureWidth, top: y * pictureHeight, width: width * pictureWidth, height: height * pictureHeight)
    }

    /// As AVFoundation's normalised rectangle: 0...1 of the picture, origin at the **top** left.
    public func avFoundationRectangle(in size: PixelSize) -> (x: Double, y: Double, width: Double, height: Double) {
        let pictureWidth = Double(size.width)
        let pictureHeight = Double(size.height)
        return (left / pictureWidth, top / pictureHeight, width / pictureWidth, height / pictureHeight)
    }
}
