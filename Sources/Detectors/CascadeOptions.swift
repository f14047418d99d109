internal import TrackModel

/// What a user may change about a cascade detector; nil leaves the detector's own default (`DetectorSpecification`).
public struct CascadeOptions: Sendable, Hashable, Codable {
    /// The smallest height of a reported (adjusted) box. Raising it is much faster, since a smaller picture is searched;
    /// lowering it finds smaller objects and more false ones.
    public var minimumSize: Length?
    /// The largest height of a reported (adjusted) box; nil is no bound. Lowering it drops large false boxes.
    public var maximumSize: Length?
    /// The ratio of one searched size to the next, 1.01...4. Raising it is faster and misses more.
    public var scaleFactor: Double?
    /// How many more windows must agree with the first before an object is reported, 0...1000. Raising it drops false boxes and
    /// weak objects.
    public var minimumNeighbors: Int?
    /// The part of the picture that is searched; nil is all of it. Objects lie wholly inside, before the box is adjusted.
    public var region: SearchRegion?
    /// Reports the cascade's own boxes, without the adjustment to the object's tight box.
    public var rawBoxes: Bool

    public init(
        minimumSize: Length? = nil, maximumSize: Length? = nil, scaleFactor: Double? = nil,
        minimumNeighbors: Int? = nil, region: SearchRegion? = nil, rawBoxes: Bool = false
    ) {
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
        self.scaleFactor = scaleFactor
        self.minimumNeighbors = minimumNeighbors
        self.region = region
        self.rawBoxes = rawBoxes
    }

    /// Throws `TrackletError` (`usage`) naming the first value that makes no sense.
    public func validate() throws {
        try Self.validate(minimumSize, named: "minimum size")
        try Self.validate(maximumSize, named: "maximum size")
        if let minimumSize, let maximumSize {
            try Self.validate(minimumSize, isNotAbove: maximumSize)
        }
        if let scaleFactor, !(1.01...4).contains(scaleFactor) {
            throw TrackletError(
                .usage, "The scale factor \(scaleFactor) is outside 1.01 to 4; 1.1 is thorough, 1.3 is fast.")
        }
        if let minimumNeighbors, !(0...1000).contains(minimumNeighbors) {
            throw TrackletError(
                .usage, "The minimum of neighbours \(minimumNeighbors) is outside 0 to 1000; 3 is usual.")
        }
        if let region {
            try Self.validate(region)
        }
    }

    /// The heights that are searched for in a picture of this height. A largest one below the default smallest moves that down:
    /// who asks for small objects alone has not asked for none.
    func heights(inHeight height: Int, defaults: CascadeDefaults) -> (smallest: Double, largest: Double?) {
        let largest = maximumSize?.pixels(inHeight: height)
        let smallest = min(defaults.minimumHeight(inHeight: height), (largest ?? .infinity) / 2)
        return (minimumSize?.pixels(inHeight: height) ?? smallest, largest)
    }

    /// The same for one search. The smallest objects cost most of the time: only thorough searches look for them, unless the user named
    /// a size; the usual ones begin at this share of the picture's height.
    func heights(
        inHeight height: Int, defaults: CascadeDefaults, effort: DetectionEffort, usualShare: Double
    ) -> (smallest: Double, largest: Double?) {
        var sizes = heights(inHeight: height, defaults: defaults)
        guard effort == .quick, minimumSize == nil else { return sizes }
        sizes.smallest = max(sizes.smallest, min(Double(height) * usualShare, (sizes.largest ?? .infinity) / 2))
        return sizes
    }

    static func validate(_ length: Length?, named name: String) throws {
        switch length {
        case .pixels(let pixels)? where !(pixels > 0 && pixels <= 100_000):
            throw TrackletError(
                .usage, "The \(name) \(pixels) is outside 1 to 100000 pixels; give pixels or a percentage.")
        case .percentOfHeight(let percent)? where !(percent > 0 && percent <= 100):
            throw TrackletError(
                .usage, "The \(name) \(percent) % is outside 0 to 100 % of the picture's height; give a value within.")
        default: break
        }
    }

    /// Lengths of different units can be compared only once the picture's height is known.
    private static func validate(_ minimum: Length, isNotAbove maximum: Length) throws {
        switch (minimum, maximum) {
        case (.pixels(let smallest), .pixels(let largest)) where smallest > largest: break
        case (.percentOfHeight(let smallest), .percentOfHeight(let largest)) where smallest > largest: break
        default: return
        }
        throw TrackletError(
            .usage, "The minimum size \(minimum) is above the maximum size \(maximum); nothing could be found.")
    }

    private static func validate(_ region: SearchRegion) throws {
        let box: Box
        switch region {
        case .pixels(let pixels): box = pixels
        case .percent(let percent): box = percent
        }
        guard box.isUsable, abs(box.left) <= 1e6, abs(box.top) <= 1e6, box.width <= 1e6, box.height <= 1e6 else {
            throw TrackletError(
                .usage,
                "The search region \(box.left),\(box.top),\(box.width),\(box.height) has no area; give left, top, width and height."
            )
        }
    }
}
