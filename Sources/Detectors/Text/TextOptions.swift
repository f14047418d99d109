internal import TrackModel

/// What the text detector looks for.
public struct TextOptions: Sendable, Hashable, Codable {
    /// The least height of a line's box; nil is a 36th of the picture's height, and at least 10 pixels. Lowering it finds smaller
    /// print and takes longer, since a larger picture is searched.
    public var minimumSize: Length?
    /// The largest height of a line's box; nil is half of the picture's height. Lowering it drops large false finds.
    public var maximumSize: Length?
    /// 0...1. Raising it drops lines that are short, uneven or faint, and more of what is no text.
    public var minimumConfidence: Double
    /// The part of the picture that is searched; nil is all of it.
    public var region: SearchRegion?

    public init(
        minimumSize: Length? = nil, maximumSize: Length? = nil, minimumConfidence: Double = 0.5,
        region: SearchRegion? = nil
    ) {
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
        self.minimumConfidence = minimumConfidence
        self.region = region
    }

    /// Throws `TrackletError` (`usage`) naming the first value that makes no sense.
    public func validate() throws {
        // Sizes and regions follow the same rules as for cascades.
        try CascadeOptions(minimumSize: minimumSize, maximumSize: maximumSize, region: region).validate()
        guard (0...1).contains(minimumConfidence) else {
            throw TrackletError(.usage, "The minimum confidence \(minimumConfidence) is outside 0 to 1; 0.5 is usual.")
        }
    }

    /// The heights of lines that are looked for, in pixels of a picture of this height.
    func heights(inHeight height: Int) -> (smallest: Double, largest: Double) {
        let cascades = CascadeOptions(minimumSize: minimumSize, maximumSize: maximumSize)
        let (smallest, largest) = cascades.heights(
            inHeight: height, defaults: DetectorSpecification.text.defaults)
        return (smallest, max(smallest, largest ?? Double(height) / 2))
    }
}
