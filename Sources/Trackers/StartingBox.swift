import TrackModel

extension Box {
    /// The part of the box inside the picture when that is enough to hold on to: at least `leastSide` pixels along each side.
    ///
    /// OpenCV's trackers abort on boxes that are partly outside, thin or empty (opencv_contrib issues 1846 and 2571), so no
    /// box reaches them but through here.
    func startingBox(in size: PixelSize, leastSide: Double) -> Box? {
        guard isUsable, let inside = clipped(to: size.bounds) else { return nil }
        return inside.width >= leastSide && inside.height >= leastSide ? inside : nil
    }
}

extension Box {
    /// The box moved to whole pixels and kept inside the picture; nil when too little is left.
    func wholePixels(in size: PixelSize, leastSide: Double) -> Box? {
        let wholeLeft = max(0, left.rounded())
        let wholeTop = max(0, top.rounded())
        let whole = Box(
            left: wholeLeft, top: wholeTop,
            width: min(width.rounded(), Double(size.width) - wholeLeft),
            height: min(height.rounded(), Double(size.height) - wholeTop))
        return whole.width >= leastSide && whole.height >= leastSide ? whole : nil
    }
}
