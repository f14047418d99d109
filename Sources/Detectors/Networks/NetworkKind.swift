internal import TrackModel

/// The kinds of networks whose outputs we can read.
enum NetworkKind: Sendable, Hashable {
    case yuNet

    var layout: any NetworkLayout {
        switch self {
        case .yuNet: YuNetLayout()
        }
    }

    /// The file's name where its publisher has it.
    var usualFile: String? {
        switch self {
        case .yuNet: "face_detection_yunet_2023mar.onnx"
        }
    }

    /// The file of that name in the folders of models. Throws `TrackletError` (`noInput`) that says where to get it.
    func locatedFile(by locator: CascadeLocator) throws -> String {
        if let path = usualFile.flatMap(locator.path) { return path }
        switch self {
        case .yuNet:
            throw TrackletError(
                .noInput,
                "The detector 'yunet' needs its network, and \(usualFile ?? "") is in none of the folders of models; download it from the OpenCV Zoo (github.com/opencv/opencv_zoo, models/face_detection_yunet) and name it with --model FILE."
            )
        }
    }
}
