import CFFmpeg
import TrackModel

/// Owns an H.264 encoder: x264, or OpenH264 where FFmpeg was built without it. Used by one thread at a time.
///
/// One thread: the bytes depend on the number of threads, and with several of them now and then on how busy the machine is.
final class H264Encoder {
    let context: UnsafeMutablePointer<AVCodecContext>
    /// What the user should know of the choice; nil when there is nothing.
    let note: String?
    private let packet: UnsafeMutablePointer<AVPacket>

    /// FFmpeg's names, the best first. Those that need certain hardware are left out: they exist also where it does not.
    static let names = ["libx264", "libopenh264"]
    /// Measured on two cores, a 720p video took 18.8, 16.2 and 17.0 s with one, two and four.
    static let threads: Int32 = 1

    struct Format {
        var size: PixelSize
        var timeBase: AVRational
        var frameRate: Double?
        var pixelAspect: AVRational
        var wantsGlobalHeader: Bool
    }

    /// - Parameters:
    ///   - first: a picture of the video, for its colour.
    ///   - names: the encoders to try.
    ///
    /// Throws `TrackletError`: `failure` when there is none of the encoders or it does not start.
    init(
        _ format: Format, like first: VideoPicture, options: VideoWriterOptions, names: [String] = H264Encoder.names
    ) throws {
        let codec = try Self.find(names)
        guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc() else {
            throw PictureReference.outOfMemory
        }
        self.context = context
        self.packet = packet
        let colors = first.reference.pointer.pointee
        context.pointee.width = Int32(clamping: format.size.width)
        context.pointee.height = Int32(clamping: format.size.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.time_base = format.timeBase
        let rate = min(max(format.frameRate ?? 25, 1), 1000)
        context.pointee.framerate = av_d2q(rate, 1_001_000)
        // A jump into the video decodes from the key frame before: at most two seconds.
        context.pointee.gop_size = Int32((2 * rate).rounded())
        context.pointee.sample_aspect_ratio = format.pixelAspect
        context.pointee.color_range = colors.color_range
        context.pointee.colorspace = colors.colorspace
        context.pointee.color_primaries = colors.color_primaries
        context.pointee.color_trc = colors.color_trc
        context.pointee.chroma_sample_location = colors.chroma_location
        context.pointee.thread_count = Self.threads
        if format.wantsGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        let name = String(cString: codec.pointee.name)
        if name == "libx264" {
            av_dict_set(&settings, "preset", options.preset, 0)
            av_dict_set(&settings, "crf", "\(options.crf)", 0)
            note = nil
        } else {
            // OpenH264 knows no rate factor; a fixed quantiser is nearest to it.
            let quantizer = Int32(options.crf.rounded())
            (context.pointee.qmin, context.pointee.qmax) = (quantizer, quantizer)
            av_dict_set(&settings, "rc_mode", "off", 0)
            note =
                "This FFmpeg has no libx264; the video is encoded by \(name), for which the rate factor is a quantiser and the preset has no effect."
        }
        let status = avcodec_open2(context, codec, &settings)
        guard status >= 0 else {
            throw TrackletError(
                .failure,
                "The video cannot be encoded: \(name) does not take \(format.size) pixels, \(FFmpegFailure.cause(of: status))."
            )
        }
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// The first encoder there is. Throws `TrackletError` (`failure`) when there is none.
    @discardableResult
    static func find(_ names: [String] = H264Encoder.names) throws -> UnsafePointer<AVCodec> {
        for name in names {
            if let codec = avcodec_find_encoder_by_name(name) { return codec }
        }
        throw TrackletError(
            .failure,
            "No video can be written: this FFmpeg has no H.264 encoder (\(names.joined(separator: ", "))); install an FFmpeg built with libx264."
        )
    }

    /// Encodes a picture, or with nil what is left, and hands out the packets there are.
    func encode(_ picture: PictureReference?, output: (UnsafeMutablePointer<AVPacket>) throws -> Void) throws {
        var status = avcodec_send_frame(context, picture?.pointer)
        while status >= 0 {
            status = avcodec_receive_packet(context, packet)
            if status == tff_error_again || status == tff_error_eof { return }
            if status >= 0 {
                defer { av_packet_unref(packet) }
                try output(packet)
            }
        }
        guard status != tff_error_eof else { return }
        throw TrackletError(.failure, "The video cannot be encoded: \(FFmpegFailure.cause(of: status)).")
    }
}
