public import TrackModel

/// The part of the picture that is searched: the region of interest.
public enum SearchRegion: Sendable, Hashable, Codable {
    /// Pixels of the upright picture.
    case pixels(Box)
    /// 0...100 of the picture's width (left, width) and height (top, height).
    case percent(Box)

    /// In pixels of a picture of this size; not clipped.
    public func box(in size: PixelSize) -> Box {
        switch self {
        case .pixels(let box): box
        case .percent(let box):
            Box(
                left: box.left / 100 * Double(size.width), top: box.top / 100 * Double(size.height),
                width: box.width / 100 * Double(size.width), height: box.height / 100 * Double(size.height))
        }
    }

    /// Whole pixels inside a picture of this size.
    ///
    /// Throws `TrackletError` (`usage`) when no whole pixel of the region lies inside the picture.
    func area(in size: PixelSize) throws -> PixelArea {
        let wanted = box(in: size)
        if let clipped = wanted.clipped(to: size.bounds) {
            let left = Int(clipped.left.rounded())
            let top = Int(clipped.top.rounded())
            let area = PixelArea(
                left: left, top: top, width: Int(clipped.right.rounded()) - left,
                height: Int(clipped.bottom.rounded()) - top)
            if area.width > 0 && area.height > 0 { return area }
        }
        throw TrackletError(
            .usage,
            "The search region \(wanted.left),\(wanted.top),\(wanted.width),\(wanted.height) lies outside the picture of \(size) pixels; give left, top, width and height inside it."
        )
    }
}
