import CFFmpeg
public import TrackModel

/// Cuts photos out of pictures and encodes them as JPEG. Not thread-safe.
public final class PhotoEncoder {
    private let scaler = PictureScaler(pool: PicturePool())

    public init() {}

    /// A part of a picture scaled to a size of its own, in the colour of a JPEG.
    ///
    /// - Parameter part: the part wanted; it is clipped to the picture and set on even pixels.
    ///
    /// Throws `TrackletError` when the picture cannot be converted.
    public func photo(of picture: VideoPicture, part: Box, size: PixelSize) throws -> VideoPicture {
        let whole = picture.reference.size
        let left = min(max(0, Int(part.left / 2) * 2), whole.width - 2)
        let top = min(max(0, Int(part.top / 2) * 2), whole.height - 2)
        let view = try picture.reference.shared()
        let frame = view.pointer
        frame.pointee.width = Int32(min(max(2, Int(part.right) - left), whole.width - left))
        frame.pointee.height = Int32(min(max(2, Int(part.bottom) - top), whole.height - top))
        let (luma, chroma) = (Int(frame.pointee.linesize.0), Int(frame.pointee.linesize.1))
        frame.pointee.data.0 = frame.pointee.data.0.map { $0 + top * luma + left }
        frame.pointee.data.1 = frame.pointee.data.1.map { $0 + top / 2 * chroma + left / 2 }
        frame.pointee.data.2 = frame.pointee.data.2.map { $0 + top / 2 * chroma + left / 2 }
        // A picture that states no matrix is what players take it for.
        if frame.pointee.colorspace == AVCOL_SPC_UNSPECIFIED {
            frame.pointee.colorspace = picture.matrix == .bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        }
        let evenSize = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
        let scaled = try scaler.photo(view, size: evenSize)
        scaled.pointer.pointee.color_range = AVCOL_RANGE_JPEG
        scaled.pointer.pointee.colorspace = AVCOL_SPC_SMPTE170M
        return VideoPicture(scaled, size: evenSize, index: picture.index, time: picture.time, duration: 0)
    }

    /// The bytes of a JPEG file. The picture is one that `photo` or `VideoPicture(gray:size:)` has made.
    ///
    /// - Parameter quantiser: FFmpeg's scale, 2 to 31. Raising it makes smaller files that look worse; from 10 on it is seen.
    ///
    /// Throws `TrackletError` (`failure`) when this FFmpeg cannot make any.
    public static func jpeg(of photo: VideoPicture, quantiser: Int = 3) throws -> [UInt8] {
        let quality = Int32(quantiser) * FF_QP2LAMBDA
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
            throw TrackletError(
                .failure, "No thumbnail can be written: this FFmpeg has no JPEG encoder; install a complete one.")
        }
        guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc() else {
            throw PictureReference.outOfMemory
        }
        defer {
            var (context, packet) = (Optional(context), Optional(packet))
            avcodec_free_context(&context)
            av_packet_free(&packet)
        }
        let frame = try photo.reference.shared()
        frame.pointer.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        frame.pointer.pointee.quality = quality
        context.pointee.width = frame.pointer.pointee.width
        context.pointee.height = frame.pointer.pointee.height
        context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        context.pointee.color_range = AVCOL_RANGE_JPEG
        context.pointee.time_base = AVRational(num: 1, den: 25)
        // Several threads would cut the picture into other slices.
        context.pointee.thread_count = 1
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        context.pointee.global_quality = quality
        var status = avcodec_open2(context, codec, nil)
        if status >= 0 { status = avcodec_send_frame(context, frame.pointer) }
        if status >= 0 { status = avcodec_send_frame(context, nil) }
        if status >= 0 { status = avcodec_receive_packet(context, packet) }
        guard status >= 0, let data = packet.pointee.data else {
            throw TrackletError(.failure, "A thumbnail cannot be encoded: \(FFmpegFailure.cause(of: status)).")
        }
        return Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }
}
