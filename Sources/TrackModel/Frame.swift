/// One decoded picture of a video, upright (rotation metadata applied), with its place in the source.
public struct Frame: Sendable {
    /// 0-based index in the source; never renumbered by a start, an end or a stride.
    public let index: Int
    /// Presentation time in seconds, from the container.
    public let time: Double
    public let luma: LumaPlane
    /// There only when the reader was asked for colour.
    public let color: ColorSource?
    /// What has been made from this frame, for all who need it: pyramids, reduced pictures.
    public let derived: DerivedImages

    public init(index: Int, time: Double, luma: LumaPlane, color: ColorSource? = nil) {
        self.index = index
        self.time = time
        self.luma = luma
        self.color = color
        derived = DerivedImages()
    }

    /// The same picture without what has been made from it, which may be many times as large.
    public var withoutDerived: Frame { Frame(index: index, time: time, luma: luma, color: color) }

    /// Its brightness alone, which is all that most trackers look at.
    public var withoutColor: Frame { Frame(index: index, time: time, luma: luma) }

    public var size: PixelSize { luma.size }
}
