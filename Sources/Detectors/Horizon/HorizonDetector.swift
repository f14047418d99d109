internal import COpenCV
internal import Foundation
public import TrackModel

/// Measures how far a picture is turned, by the longest line that is nearly level: where sea or land ends, or the edge of a roof, a table,
/// a shelf, which are level as a horizon is. Finds no boxes.
///
/// Straight edges are found in a picture 480 pixels wide; the line with edges over most of its way through the picture is the horizon.
/// The confidence grows with that share.
public struct HorizonDetector: Detector {
    public let name = DetectorRegistry.horizon

    /// The wider, the finer the edges that are seen; it takes longer by its square.
    private static let workingWidth = 480
    /// The share of the picture's width over which edges must lie on the line.
    private static let leastCoverage = 0.4

    public init() {}

    public func detect(in frame: Frame, effort: DetectionEffort) -> [Detection] { [] }

    public func horizon(in frame: Frame) throws -> Horizon? {
        guard frame.size.width >= 32, frame.size.height >= 32 else { return nil }
        let area = PixelArea(of: frame.size)
        let scale = min(1, Double(Self.workingWidth) / Double(frame.size.width))
        let size = PixelSize(
            width: Int((Double(frame.size.width) * scale).rounded()),
            height: max(16, Int((Double(frame.size.height) * scale).rounded())))
        let picture = try ReducedLumaSet.picture(of: frame, area: area, size: size)
        guard let line = HorizonLine(through: try Self.edges(in: picture), in: size),
            line.coverage >= Self.leastCoverage
        else { return nil }
        return Horizon(angle: line.angle, confidence: line.coverage)
    }

    private static func edges(in picture: PictureView) throws -> [StraightEdge] {
        try picture.withImage { image in
            var error = tcv_error()
            var found: UnsafeMutablePointer<tcv_segment>?
            var count: Int64 = 0
            guard tcv_segments_find(image, &found, &count, &error) == TCV_OK else {
                throw TrackletError(
                    .failure, "Cannot look for edges in a picture of \(picture.size) pixels: \(error.text).")
            }
            defer { tcv_segments_free(found) }
            return UnsafeBufferPointer(start: found, count: Int(count)).map {
                StraightEdge(Point(x: $0.x1, y: $0.y1), Point(x: $0.x2, y: $0.y2))
            }
        }
    }
}
