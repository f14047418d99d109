internal import COpenCV
public import TrackModel

/// OpenCV's LBPH recogniser (Ahonen, Hadid and Pietikäinen, "Face recognition with local binary patterns", ECCV 2004): needs no model, and
/// knows people again that are lit alike and look the same way.
///
/// What is described is the box, brought to 100x100 pixels; what is compared is how often each pattern occurs in each of 8x8 cells.
public struct LocalPatterns: AppearanceModel {
    public let name = "lbph"
    public let wantsColor = false
    /// Measured on film: pictures of one person a few seconds apart differ by 60 to 120, of different people by 95 to 190.
    public let galleryThreshold = 100.0
    public let returnThreshold = 90.0

    static let size = PixelSize(width: 100, height: 100)

    public init() {}

    public func describe(_ object: Detection, in frame: Frame) throws -> AppearanceDescription? {
        guard CutOut.shows(object.box, in: frame.size) else { return nil }
        return try CutOut(object.box, size: Self.size).withImage(of: frame, inColor: false) { image in
            var error = tcv_error()
            let values = try [Float](unsafeUninitializedCapacity: Int(TCV_PATTERNS_LENGTH)) { values, count in
                guard let base = values.baseAddress, tcv_patterns_describe(image, base, &error) == TCV_OK else {
                    throw TrackletError(.failure, "Describing a picture failed: \(error.text).")
                }
                count = values.count
            }
            return AppearanceDescription(values: values)
        }
    }

    public func distance(_ first: AppearanceDescription, _ second: AppearanceDescription) throws -> Double {
        let length = Int(TCV_PATTERNS_LENGTH)
        precondition(first.values.count == length && second.values.count == length, "descriptions of another model")
        var error = tcv_error()
        var distance = 0.0
        guard tcv_patterns_distance(first.values, second.values, &distance, &error) == TCV_OK else {
            throw TrackletError(.failure, "Comparing two pictures failed: \(error.text).")
        }
        return distance
    }
}
