import CFFmpeg
import TrackModel

/// Converts and scales pictures by libswscale, its set-ups kept between frames. Used by one thread at a time.
final class PictureScaler {
    private struct Setup: Hashable {
        var size: PixelSize
        var format: Int32
        var target: PixelSize
        var targetFormat: Int32
        var colorSpace: UInt32
        var isFullRange: Bool
    }

    private let pool: PicturePool
    private var contexts: [Setup: OpaquePointer] = [:]

    init(pool: PicturePool) { self.pool = pool }

    deinit { releaseAll() }

    /// A new picture of that format and size.
    ///
    /// Brightness keeps its values: limited-range YUV made gray stays in 16...235 as its Y plane is. RGB becomes full-range
    /// gray by the weights of BT.601.
    func convert(
        _ picture: PictureReference, to format: AVPixelFormat, size: PixelSize? = nil, isColorModel: Bool = false
    ) throws -> PictureReference {
        let target = size ?? picture.size
        let frame = picture.pointer
        let source = Self.withoutRange(picture.format)
        let isGray = format == AV_PIX_FMT_GRAY8
        // Called full range on both sides, YUV is not stretched on its way to gray.
        let isFullRange =
            isGray ? !isColorModel : source != picture.format || frame.pointee.color_range == AVCOL_RANGE_JPEG
        let setup = Setup(
            size: picture.size, format: source.rawValue, target: target, targetFormat: format.rawValue,
            colorSpace: UInt32(truncatingIfNeeded: frame.pointee.colorspace.rawValue), isFullRange: isFullRange)
        let context = try self.context(for: setup)
        let view = try picture.shared()
        view.pointer.pointee.format = source.rawValue
        let result = try pool.picture(format, size: target)
        guard sws_scale_frame(context, result.pointer, view.pointer) >= 0 else { throw Self.failure(setup) }
        return result
    }

    private func context(for setup: Setup) throws -> OpaquePointer {
        if let known = contexts[setup] { return known }
        if contexts.count >= 8 { releaseAll() }
        let isSmaller = setup.target.width < setup.size.width || setup.target.height < setup.size.height
        let flags = isSmaller ? SWS_AREA : SWS_BILINEAR
        guard
            let context = sws_getContext(
                Int32(clamping: setup.size.width), Int32(clamping: setup.size.height),
                AVPixelFormat(rawValue: setup.format),
                Int32(clamping: setup.target.width), Int32(clamping: setup.target.height),
                AVPixelFormat(rawValue: setup.targetFormat), flags, nil, nil, nil)
        else { throw Self.failure(setup) }
        let coefficients = sws_getCoefficients(Int32(truncatingIfNeeded: setup.colorSpace))
        // Refused for pairs that need no such setting, which is fine.
        _ = sws_setColorspaceDetails(
            context, coefficients, setup.isFullRange ? 1 : 0, coefficients, 1, 0, 1 << 16, 1 << 16)
        contexts[setup] = context
        return context
    }

    private func releaseAll() {
        for context in contexts.values { sws_freeContext(context) }
        contexts = [:]
    }

    /// The formats that carry their full range in their name are deprecated; the range is stated apart.
    private static func withoutRange(_ format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
        default: format
        }
    }

    private static func failure(_ setup: Setup) -> TrackletError {
        let name = av_get_pix_fmt_name(AVPixelFormat(rawValue: setup.format)).map { String(cString: $0) } ?? "unknown"
        return TrackletError(
            .badData,
            "A picture of the video (\(setup.size), \(name)) cannot be converted by FFmpeg; convert the video first.")
    }
}
