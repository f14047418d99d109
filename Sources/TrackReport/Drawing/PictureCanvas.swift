import COpenCV
import Foundation
public import TrackModel
public import VideoIO

/// Draws on a picture's planes, through the bridge to OpenCV.
public struct PictureCanvas {
    private let picture: VideoPicture

    public init(_ picture: VideoPicture) { self.picture = picture }

    public var size: PixelSize { picture.size }

    /// How a line is drawn along its length, in pixels.
    struct Dashes {
        var length: Double
        var gap: Double
    }

    /// Straight lines from point to point. Points beside the picture are fine.
    func lines(
        _ points: [Point], closed: Bool = false, thickness: Int, dashes: Dashes? = nil, color: TrackColor,
        opacity: Double = 1
    ) throws {
        let places = points.map { tcv_point(x: Float($0.x), y: Float($0.y)) }
        try draw { canvas, error in
            tcv_draw_lines(
                canvas, places, Int32(places.count), closed ? 1 : 0, Int32(thickness), dashes?.length ?? 0,
                dashes?.gap ?? 0, ink(color, opacity), error)
        }
    }

    func fill(_ box: Box, color: TrackColor, opacity: Double = 1) throws {
        try draw { canvas, error in tcv_fill_box(canvas, box.bridged, ink(color, opacity), error) }
    }

    /// A line of text standing on `origin`.
    func text(_ text: String, at origin: Point, height: Double, color: TrackColor) throws {
        try draw { canvas, error in
            tcv_draw_text(
                canvas, Self.letters(text), tcv_point(x: Float(origin.x), y: Float(origin.y)), height, ink(color, 1),
                error)
        }
    }

    /// How wide a line of text is, and how far it reaches below where it stands.
    static func measure(_ text: String, height: Double) throws -> (width: Double, descent: Double) {
        var (width, descent) = (0.0, 0.0)
        try bridgeCall("Measuring a text") { tcv_measure_text(letters(text), height, &width, &descent, $0) }
        return (width, descent)
    }

    /// Makes what is in a box unrecognisable.
    func cover(_ box: Box, style: BlurStyle, isEllipse: Bool) throws {
        let style =
            switch style {
            case .gaussian: TCV_COVER_GAUSSIAN
            case .pixelate: TCV_COVER_PIXELATE
            case .solid: TCV_COVER_SOLID
            }
        try draw { canvas, error in tcv_cover(canvas, box.bridged, isEllipse ? 1 : 0, style, error) }
    }

    /// How sharp a part of the picture is, 0...1.
    func sharpness(of box: Box) throws -> Double {
        var sharpness = 0.0
        try picture.withPlanes { planes in
            let image = tcv_image(
                pixels: planes.luma, width: Int32(planes.size.width), height: Int32(planes.size.height),
                bytes_per_row: Int64(planes.lumaBytesPerRow), channels: 1)
            try bridgeCall("Judging a picture") { tcv_sharpness(image, box.bridged, &sharpness, $0) }
        }
        return sharpness
    }

    // MARK: - The bridge

    private func draw(_ call: (tcv_canvas, UnsafeMutablePointer<tcv_error>) -> tcv_status) throws {
        try picture.withPlanes { planes in
            let canvas = tcv_canvas(
                luma: planes.luma, blue_difference: planes.blueDifference, red_difference: planes.redDifference,
                width: Int32(planes.size.width), height: Int32(planes.size.height),
                luma_bytes_per_row: Int64(planes.lumaBytesPerRow), chroma_bytes_per_row: Int64(planes.chromaBytesPerRow)
            )
            try bridgeCall("Drawing on a picture") { call(canvas, $0) }
        }
    }

    private func ink(_ color: TrackColor, _ opacity: Double) -> tcv_ink {
        let numbers = color.components(in: picture.matrix, fullRange: picture.isFullRange)
        return tcv_ink(
            luma: numbers.luma, blue_difference: numbers.blueDifference, red_difference: numbers.redDifference,
            opacity: opacity)
    }

    /// OpenCV's letters are those of ASCII: others are written by the nearest of these.
    private static func letters(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
        let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
        return String(
            (latin.applyingTransform(.stripDiacritics, reverse: false) ?? latin).map { $0.isASCII ? $0 : "?" })
    }
}

private func bridgeCall(_ action: String, _ call: (UnsafeMutablePointer<tcv_error>) -> tcv_status) throws {
    var error = tcv_error()
    guard call(&error) != TCV_OK else { return }
    let message = withUnsafeBytes(of: &error.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    throw TrackletError(.failure, "\(action) failed: \(message).")
}

extension Box {
    fileprivate var bridged: tcv_box { tcv_box(left: left, top: top, width: width, height: height) }
}
