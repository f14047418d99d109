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
        var isTargetFullRange: Bool
        var targetColorSpace: UInt32
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
            colorSpace: Self.colorSpace(of: picture), isFullRange: isFullRange, isTargetFullRange: true,
            targetColorSpace: Self.colorSpace(of: picture))
        return try convert(picture, setup)
    }

    /// A new picture in 4:2:0, 8 bits, of the picture's own range and matrix; of RGB, limited range by BT.601.
    func video(_ picture: PictureReference, size: PixelSize) throws -> PictureReference {
        let isFullRange = VideoColor.isFullRange(picture)
        return try convert(
            picture,
            Setup(
                size: picture.size, format: Self.withoutRange(picture.format).rawValue, target: size,
                targetFormat: AV_PIX_FMT_YUV420P.rawValue, colorSpace: Self.colorSpace(of: picture),
                isFullRange: isFullRange,
                isTargetFullRange: isFullRange && !VideoColor.isColorModel(picture.format),
                targetColorSpace: Self.colorSpace(of: picture)))
    }

    /// A new picture as JPEG has it: 4:2:0, full range, by BT.601.
    func photo(_ picture: PictureReference, size: PixelSize) throws -> PictureReference {
        try convert(
            picture,
            Setup(
                size: picture.size, format: Self.withoutRange(picture.format).rawValue, target: size,
                targetFormat: AV_PIX_FMT_YUV420P.rawValue, colorSpace: Self.colorSpace(of: picture),
                isFullRange: VideoColor.isFullRange(picture), isTargetFullRange: true,
                targetColorSpace: AVCOL_SPC_SMPTE170M.rawValue))
    }

    private func convert(_ picture: PictureReference, _ setup: Setup) throws -> PictureReference {
        let context = try self.context(for: setup)
        let view = try picture.shared()
        view.pointer.pointee.format = setup.format
        let result = try pool.picture(AVPixelFormat(rawValue: setup.targetFormat), size: setup.target)
        guard sws_scale_frame(context, result.pointer, view.pointer) >= 0 else { throw Self.failure(setup) }
        return result
    }

    private static func colorSpace(of picture: PictureReference) -> UInt32 {
        UInt32(truncatingIfNeeded: picture.pointer.pointee.colorspace.rawValue)
    }

    private func context(for setup: Setup) throws -> OpaquePointer {
        if let known = contexts[setup] { return known }
        if contexts.count >= 8 { releaseAll() }
        let isSmaller = setup.target.width < setup.size.width || setup.target.height < setup.size.height
        let flags = isSmaller ? SWS_AREA : SWS_BILINEAR
        guard let context = sws_alloc_context() else { throw Self.failure(setup) }
        let numbers: [(String, Int)] = [
            ("srcw", setup.size.width), ("srch", setup.size.height), ("src_format", Int(setup.format)),
            ("dstw", setup.target.width), ("dsth", setup.target.height), ("dst_format", Int(setup.targetFormat)),
            ("sws_flags", Int(flags)),
        ]
        for (name, value) in numbers { av_opt_set_int(UnsafeMutableRawPointer(context), name, Int64(value), 0) }
        let isBetweenVideo = setup.targetFormat == AV_PIX_FMT_YUV420P.rawValue
        if isBetweenVideo {
            // Known before the set-up: pictures of one size are otherwise copied without regard to their ranges.
            av_opt_set_int(UnsafeMutableRawPointer(context), "src_range", setup.isFullRange ? 1 : 0, 0)
            av_opt_set_int(UnsafeMutableRawPointer(context), "dst_range", setup.isTargetFullRange ? 1 : 0, 0)
        }
        guard sws_init_context(context, nil, nil) >= 0 else {
            sws_freeContext(context)
            throw Self.failure(setup)
        }
        // Refused for pairs that need no such setting, which is fine.
        _ = sws_setColorspaceDetails(
            context, sws_getCoefficients(Int32(truncatingIfNeeded: setup.colorSpace)), setup.isFullRange ? 1 : 0,
            sws_getCoefficients(Int32(truncatingIfNeeded: setup.targetColorSpace)), setup.isTargetFullRange ? 1 : 0, 0,
            1 << 16, 1 << 16)
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
