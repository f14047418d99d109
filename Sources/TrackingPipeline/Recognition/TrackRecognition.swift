public import TrackModel

/// How tracks get names, and their ids again after they were away: which pictures are looked at, and what is made of them.
public struct TrackRecognition: Sendable {
    /// What gives each picture a vote.
    public enum Naming: Sendable {
        /// The kinds a classifier knows, each with its share.
        case classifier(any BoxClassifier)
        /// The nearest person, if near enough.
        case gallery(Gallery, threshold: Double)
    }

    public var naming: Naming?
    /// Describes what objects look like: for a gallery its own model, and for finding objects again.
    public var appearance: (any AppearanceModel)?
    /// The distance up to which a track is an earlier one that came back; nil to let each be its own. Raising it joins more, also of
    /// different people.
    public var returnThreshold: Double?
    /// How much nearer the one it is taken for must be than one that it cannot be, 0...1 of that one's distance. Raising it joins fewer.
    public var returnMargin = 0.1

    /// The pictures of a track that count, the best of those looked at. Raising it takes longer and more memory, and lets more pictures
    /// have a say.
    public var maximumLooks = 8
    /// A track is looked at in every so manieth round that sees it. Raising it is cheaper, and spreads the pictures over a longer time.
    public var roundsBetweenLooks = 1
    /// The share of the votes that a label needs, 0...1. Raising it leaves more tracks unknown.
    public var minimumShare = 0.5

    public init(naming: Naming? = nil, appearance: (any AppearanceModel)? = nil, returnThreshold: Double? = nil) {
        self.naming = naming
        self.appearance = appearance
        self.returnThreshold = returnThreshold
    }

    /// Whether the frames it looks at should carry colour.
    public var wantsColor: Bool {
        if case .classifier(let classifier)? = naming, classifier.wantsColor { return true }
        return appearance?.wantsColor == true
    }

    /// What votes are cast for.
    var candidates: [String] {
        switch naming {
        case .classifier(let classifier)?: classifier.kinds
        case .gallery(let gallery, _)?: gallery.people.map(\.name)
        case nil: []
        }
    }

    /// Looks at an object; nil when there is too little to see.
    func look(at object: Detection, in frame: Frame, quality: Double) throws -> Look? {
        var look = Look(frame: frame.index, quality: quality)
        var description: AppearanceDescription?
        var hasSeen = false
        if let appearance, returnThreshold != nil || isByGallery {
            description = try appearance.describe(object, in: frame)
            hasSeen = description != nil
            if returnThreshold != nil { look.description = description }
        }
        switch naming {
        case .classifier(let classifier)?:
            if let votes = try classifier.classify(object, in: frame) {
                look.votes = votes
                hasSeen = true
            }
        case .gallery(let gallery, let threshold)?:
            if let appearance, let description {
                look.distances = try gallery.distances(to: description, by: appearance)
                look.votes = look.distances.map { _ in 0 }
                if let nearest = look.distances.indices.min(by: { look.distances[$0] < look.distances[$1] }),
                    look.distances[nearest] <= threshold
                {
                    look.votes[nearest] = 1
                }
            }
        case nil: break
        }
        return hasSeen ? look : nil
    }

    private var isByGallery: Bool {
        if case .gallery? = naming { true } else { false }
    }
}

/// What was seen of a track in one frame.
struct Look: Sendable {
    let frame: Int
    /// 0...1; how much it counts.
    let quality: Double
    /// For each candidate, 0...1.
    var votes: [Double] = []
    /// To each person of the gallery.
    var distances: [Double] = []
    /// Kept only for finding objects again.
    var description: AppearanceDescription?

    init(frame: Int, quality: Double) {
        self.frame = frame
        self.quality = quality
    }
}
