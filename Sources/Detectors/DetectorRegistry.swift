public import TrackModel

/// The detectors by name.
public enum DetectorRegistry {
    /// The name of the detector that runs a cascade file of the user's.
    public static let customCascade = "cascade"

    /// The name of the detector that finds no boxes, and says how far frames are turned.
    public static let horizon = "horizon"

    /// The built-in detectors, in the order they are listed.
    public static let all: [DetectorSpecification] = [
        .face, .profileFace, .eye, .fullBody, .upperBody, .catFace, .licencePlate, .rectangle, .text, .horizon,
        .yuNet, .centerFace, .any,
    ]

    /// Makes a detector.
    ///
    /// - Parameters:
    ///   - name: one of `all`, or "cascade" for the file at `cascadePath`.
    ///   - options: for cascades; of these the sizes and the region also count for rectangles and text.
    ///   - rectangles: what only the rectangle detector knows.
    ///   - label: what its detections are called; nil for the detector's own label ("object" for a cascade of the user's).
    ///   - cascadePath: any cascade XML file, Haar or LBP; only with the name "cascade".
    ///   - modelPath: an ONNX file; only for detectors that need one.
    ///   - namesPath: a text with the names of what a network finds, one a line; only for the detector "any".
    ///
    /// Throws `TrackletError`: `usage` for an unknown name or options that make no sense, `noInput` or `badData` for a cascade
    /// or model file that is not there or is none, `failure` when a built-in detector's cascade is not installed.
    public static func make(
        name: String, options: CascadeOptions = CascadeOptions(), rectangles: RectangleOptions = RectangleOptions(),
        label: String? = nil, cascadePath: String? = nil, modelPath: String? = nil, namesPath: String? = nil,
        locator: CascadeLocator = CascadeLocator()
    ) throws -> any Detector {
        if name == customCascade {
            guard let cascadePath else {
                throw TrackletError(.usage, "The detector 'cascade' needs a cascade file; name one (--cascade FILE).")
            }
            return try makeCustom(path: cascadePath, options: options, label: label)
        }
        guard cascadePath == nil else {
            throw TrackletError(
                .usage, "The detector '\(name)' brings its own cascades; a cascade file makes a detector of its own.")
        }
        guard let specification = all.first(where: { $0.name == name }) else {
            throw TrackletError(.usage, unknownNameMessage(name))
        }
        guard modelPath == nil && namesPath == nil || specification.needsModel else {
            throw TrackletError(
                .usage,
                "The detector '\(name)' runs no network; leave --\(modelPath == nil ? "names" : "model") out, or name one that does: \(all.filter(\.needsModel).map(\.name).joined(separator: ", "))."
            )
        }
        let ownLabel = label ?? specification.label
        switch specification.method {
        case .rectangles:
            try options.validate()
            var merged = rectangles
            merged.minimumSize = options.minimumSize ?? merged.minimumSize
            merged.maximumSize = options.maximumSize ?? merged.maximumSize
            merged.region = options.region ?? merged.region
            return try RectangleDetector(options: merged, label: ownLabel)
        case .text:
            try options.validate()
            return try TextDetector(
                options: TextOptions(
                    minimumSize: options.minimumSize, maximumSize: options.maximumSize, region: options.region),
                label: ownLabel)
        case .horizon:
            return HorizonDetector()
        case .network(let kind):
            return try kind.detector(
                specification, label: label, modelPath: modelPath, namesPath: namesPath, options: options,
                locator: locator)
        case .faceVotes(let frontal, let profile):
            return try FaceDetector(
                label: ownLabel, frontal: CascadePool(path: locator.requiredPath(of: frontal)),
                profile: CascadePool(path: locator.requiredPath(of: profile)), defaults: specification.defaults,
                options: options)
        case .cascades(let passes):
            var pools: [String: CascadePool] = [:]
            let pooled = try passes.map { pass in
                let pool = try pools[pass.file] ?? CascadePool(path: locator.requiredPath(of: pass.file))
                pools[pass.file] = pool
                return (pool: pool, pass: pass)
            }
            return try CascadeDetector(
                name: specification.name, label: ownLabel, passes: pooled, defaults: specification.defaults,
                options: options)
        }
    }

    private static func makeCustom(path: String, options: CascadeOptions, label: String?) throws -> any Detector {
        try options.validate()
        let pool = try CascadePool(path: path)
        let defaults = CascadeDefaults(minimumPixels: Double(pool.window.height), minimumPercent: 100 / 18)
        return try CascadeDetector(
            name: customCascade, label: label ?? "object",
            passes: [(pool: pool, pass: CascadePass(file: path, confidence: .countOnly))], defaults: defaults,
            options: options)
    }

    private static func unknownNameMessage(_ name: String) -> String {
        let names = all.map(\.name)
        let hint = NearestName.of(name, among: names).map { "did you mean '\($0)'? " } ?? ""
        return "There is no detector '\(name)'; \(hint)the detectors are \(names.joined(separator: ", "))."
    }
}
