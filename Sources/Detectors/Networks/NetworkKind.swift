internal import TrackModel

/// The kinds of networks whose outputs we can read.
enum NetworkKind: Sendable, Hashable {
    case yuNet
    case centerFace
    /// Whatever has YOLO's output, with names of the user's.
    case yolo

    /// The file's name where its publisher has it, or `Scripts/get-models` puts it.
    var usualFile: String? {
        switch self {
        case .yuNet: "face_detection_yunet_2023mar.onnx"
        case .centerFace: "centerface.onnx"
        case .yolo: nil
        }
    }

    /// The file of that name in the folders of models. Throws `TrackletError` (`noInput`) that says where to get it.
    func locatedFile(by locator: CascadeLocator) throws -> String {
        if let path = usualFile.flatMap(locator.path) { return path }
        let problem =
            switch self {
            case .yuNet:
                "The detector 'yunet' needs its network, and \(usualFile ?? "") is in none of the folders of models; download it from the OpenCV Zoo (github.com/opencv/opencv_zoo, models/face_detection_yunet) and name it with --model FILE."
            case .centerFace:
                "The detector 'centerface' needs its network, and \(usualFile ?? "") is in none of the folders of models; run Scripts/get-models, or name the file with --model FILE."
            case .yolo:
                "The detector 'any' needs a network; name it with --model FILE, and what it finds with --names FILE."
            }
        throw TrackletError(.noInput, problem)
    }

    /// - Parameters:
    ///   - label: what all that it finds is called; nil for the names.
    ///   - namesPath: of the kinds of objects that the network knows; only where it knows several.
    func detector(
        _ specification: DetectorSpecification, label: String?, modelPath: String?, namesPath: String?,
        options: CascadeOptions, locator: CascadeLocator
    ) throws -> NetworkDetector {
        guard self == .yolo || namesPath == nil else {
            throw TrackletError(
                .usage,
                "The detector '\(specification.name)' finds one kind of object; leave --names out, and call it by --label."
            )
        }
        let path = try modelPath ?? locatedFile(by: locator)
        if self == .yolo, namesPath == nil {
            throw TrackletError(
                .usage,
                "The detector '\(specification.name)' needs the names of what its network finds; give a text with a name a line (--names FILE)."
            )
        }
        let names = try namesPath.map(NamesFile.read)
        let file = try NetworkFile(path: path)
        let layout: any NetworkLayout =
            switch self {
            case .yuNet: YuNetLayout()
            case .centerFace: CenterFaceLayout()
            case .yolo: YOLOLayout(kinds: names?.count ?? 0, of: file)
            }
        return try NetworkDetector(
            name: specification.name, labels: (names ?? [specification.label]).map { label ?? $0 }, layout: layout,
            file: file, defaults: specification.defaults, options: options)
    }
}
