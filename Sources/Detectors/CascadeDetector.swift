public import TrackModel

/// Finds objects with Haar or LBP cascades (Viola and Jones, "Rapid object detection using a boosted cascade of simple
/// features", 2001; Lienhart and Maydt, 2002) as OpenCV runs them.
///
/// The picture is reduced so that the smallest wanted object is about the cascade's own window, so the cost depends on the
/// smallest wanted object's share of the picture and not on the picture's resolution. The confidence comes from the level
/// weights and the number of windows that agree (`ConfidenceScale`). Safe to call from several threads at once, each of
/// which gets classifiers of its own.
public struct CascadeDetector: Detector {
    public let name: String
    public let label: String
    public let options: CascadeOptions
    private let defaults: CascadeDefaults
    private let passes: [(pool: CascadePool, pass: CascadePass)]
    private let searches = CascadeSearchPool()

    /// Two boxes of different passes that overlap by more (intersection over union) are one object.
    private static let duplicateOverlap = 0.3
    /// A picture is enlarged no more than this to find objects smaller than the cascade's window: beyond, there is nothing to see.
    private static let maximumEnlargement = 2.0

    init(
        name: String, label: String, passes: [(pool: CascadePool, pass: CascadePass)], defaults: CascadeDefaults,
        options: CascadeOptions
    ) throws {
        try options.validate()
        self.name = name
        self.label = label
        self.passes = passes
        self.defaults = defaults
        self.options = options
    }

    /// Sorted by falling confidence. Throws `TrackletError` (`usage`) when the search region lies outside the frame.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let area = try PixelArea(searching: options.region, in: frame.size)
        var found = try searches.withSearch { search in
            var searched: PixelSize?
            return try passes.flatMap { pool, pass in
                try detections(of: pass, from: pool, in: frame, area: area, with: search, searched: &searched)
            }
        }
        found.sort(by: Self.ranksBefore)
        return passes.count > 1 ? Self.withoutDuplicates(found) : found
    }

    /// - Parameter searched: the size of the picture that the search has, nil for none yet.
    private func detections(
        of pass: CascadePass, from pool: CascadePool, in frame: Frame, area: PixelArea, with search: CascadeSearch,
        searched: inout PixelSize?
    ) throws -> [Detection] {
        let adjustment = options.rawBoxes ? .none : pass.adjustment
        let sizes = options.heights(inHeight: frame.size.height, defaults: defaults)
        let smallest = sizes.smallest / adjustment.height
        let largest = sizes.largest.map { $0 / adjustment.height }
        guard smallest <= largest ?? .infinity else { return [] }

        let scale = min(Double(pool.window.height) / smallest, Self.maximumEnlargement)
        let size = PixelSize(
            width: Int((Double(area.width) * scale).rounded()), height: Int((Double(area.height) * scale).rounded()))
        guard size.width >= pool.window.width, size.height >= pool.window.height else { return [] }
        if searched != size {
            try search.setPicture(
                ReducedLumaSet.picture(of: frame, area: area, size: size),
                scaleFactor: options.scaleFactor ?? defaults.scaleFactor)
            searched = size
        }
        let windows = try pool.withClassifier { classifier in
            try search.windows(
                of: classifier, maximumHeight: largest.map { $0 * scale }, mirrored: pass.isMirrored)
        }
        let groups = WindowGrouping.groups(
            of: windows, minimumNeighbors: options.minimumNeighbors ?? defaults.minimumNeighbors)
        let horizontal = Double(area.width) / Double(size.width)
        let vertical = Double(area.height) / Double(size.height)
        return groups.map { group in
            let box = Box(
                left: Double(area.left) + group.box.left * horizontal, top: Double(area.top) + group.box.top * vertical,
                width: group.box.width * horizontal, height: group.box.height * vertical)
            return Detection(
                box: adjustment(box),
                confidence: pass.confidence.confidence(weight: group.weight, count: group.count), label: label)
        }
    }

    private static func ranksBefore(_ one: Detection, _ other: Detection) -> Bool {
        (-one.confidence, one.box.top, one.box.left, one.box.width) < (
            -other.confidence, other.box.top, other.box.left, other.box.width
        )
    }

    /// Keeps the surest of detections that overlap.
    private static func withoutDuplicates(_ sorted: [Detection]) -> [Detection] {
        sorted.reduce(into: []) { kept, detection in
            if !kept.contains(where: { $0.box.intersectionOverUnion(with: detection.box) > duplicateOverlap }) {
                kept.append(detection)
            }
        }
    }
}
