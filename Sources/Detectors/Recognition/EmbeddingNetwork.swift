public import TrackModel

/// A network in an ONNX file of the user's that describes faces: SFace, ArcFace and their like. Descriptions are compared by the cosine of their
/// angle.
///
/// Where a detector gives landmarks, the face is turned and scaled so that its eyes, nose and mouth lie where such networks expect them
/// (in 112x112 pixels; Deng et al., "ArcFace", CVPR 2019); otherwise the box is put where the box of such a face lies.
public struct EmbeddingNetwork: AppearanceModel {
    public var name: String { network.file.path }
    public var wantsColor: Bool { network.wantsColor }
    /// 1 minus the cosine: what SFace's authors found best on Labeled Faces in the Wild.
    public let galleryThreshold = 0.637
    public let returnThreshold = 0.637
    private let network: VectorNetwork

    /// In shares of the picture: the eyes, the tip of the nose, the corners of the mouth, in the order of `FaceLandmarks.points`.
    private static let places = [
        Point(x: 38.2946 / 112, y: 51.6963 / 112), Point(x: 73.5318 / 112, y: 51.5014 / 112),
        Point(x: 56.0252 / 112, y: 71.7366 / 112), Point(x: 41.5493 / 112, y: 92.3655 / 112),
        Point(x: 70.7299 / 112, y: 92.2041 / 112),
    ]
    /// The side of the picture, and how far it reaches above a tight box, in the box's heights.
    private static let around = (side: 1.15, above: 0.2)

    /// - Parameters:
    ///   - path: an ONNX file with one input, a picture, and one output, a row of numbers.
    ///   - pixels: what numbers it wants the pixels to be; nil for bytes.
    ///
    /// Throws `TrackletError`: `noInput` when the file is not there, `badData` when it does not fit.
    public init(path: String, pixels: PixelValues? = nil) throws {
        network = try VectorNetwork(
            path: path, as: "a network that describes faces", usualSide: 112, pixels: pixels,
            usualPixels: .bytes)
    }

    public func describe(_ object: Detection, in frame: Frame) throws -> AppearanceDescription? {
        guard CutOut.shows(object.box, in: frame.size) else { return nil }
        let values = try network.answer(to: part(around: object), of: frame)
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? AppearanceDescription(values: values.map { $0 / length }) : nil
    }

    private func part(around object: Detection) -> CutOut {
        let size = network.size
        let places = Self.places.map { Point(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
        if let landmarks = object.landmarks, let part = CutOut(landmarks.points, shownAt: places, size: size) {
            return part
        }
        let side = Self.around.side * object.box.height
        return CutOut(
            Box(
                left: object.box.center.x - side / 2, top: object.box.top - Self.around.above * object.box.height,
                width: side, height: side),
            size: size)
    }

    public func distance(_ first: AppearanceDescription, _ second: AppearanceDescription) -> Double {
        precondition(first.values.count == second.values.count, "descriptions of another model")
        return max(0, 1 - Double(zip(first.values, second.values).reduce(0) { $0 + $1.0 * $1.1 }))
    }
}
