/// What a built-in detector is: its name, label, cascades and defaults. One row of `DetectorRegistry`.
public struct DetectorSpecification: Sendable, Hashable {
    /// As the user names it: "profile-face".
    public let name: String
    /// What its detections are called: "face".
    public let label: String
    /// What it finds, for a list.
    public let purpose: String
    let method: Method
    let defaults: CascadeDefaults

    enum Method: Sendable, Hashable {
        /// These are run over the picture; what several find of one object becomes one detection.
        case cascades([CascadePass])
        /// Several cascades vote: `FaceDetector`.
        case faceVotes(frontal: String, profile: String)
        /// No cascade: `RectangleDetector`.
        case rectangles
        /// No cascade: `TextDetector`.
        case text
        /// No boxes: `HorizonDetector`.
        case horizon
        /// A network in a file: `NetworkDetector`.
        case network(NetworkKind)
    }

    /// The cascade files it needs, each once.
    public var cascadeFiles: [String] {
        switch method {
        case .cascades(let passes):
            passes.map(\.file).reduce(into: []) { files, file in
                if !files.contains(file) { files.append(file) }
            }
        case .faceVotes(let frontal, let profile): [frontal, profile]
        case .rectangles, .text, .horizon, .network: []
        }
    }

    /// Whether it needs a network: a file of the user's.
    public var needsModel: Bool {
        if case .network = method { true } else { false }
    }

    /// The name of the file that is taken where the user names none, in the folders of `CascadeLocator`; nil where there is none.
    public var modelFile: String? {
        if case .network(let kind) = method { kind.usualFile } else { nil }
    }
}

/// One run of one cascade over the picture.
struct CascadePass: Sendable, Hashable {
    /// The file's name, as in opencv-data.
    let file: String
    /// Runs over the picture mirrored left to right: finds what looks the other way.
    var isMirrored = false
    /// From the cascade's box to the object's tight box, in the picture as it is (for mirrored passes: already mirrored).
    var adjustment = BoxAdjustment.none
    var confidence: ConfidenceScale
}

/// What holds when the user says nothing.
struct CascadeDefaults: Sendable, Hashable {
    /// The smallest reported box's height: the larger of so many pixels and so many percent of the picture's height.
    var minimumPixels: Double
    var minimumPercent: Double
    /// The ratio of one searched size to the next.
    var scaleFactor = 1.2
    /// How many more windows must agree with the first.
    var minimumNeighbors = 3

    func minimumHeight(inHeight height: Int) -> Double {
        max(minimumPixels, minimumPercent / 100 * Double(height))
    }
}
