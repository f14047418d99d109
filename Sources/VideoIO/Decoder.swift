import CFFmpeg
import TrackModel

/// Owns an FFmpeg decoder. Used by one thread at a time.
final class Decoder {
    enum Outcome {
        case picture(PictureReference)
        case corrupt
        case wantsPacket
        case end
    }

    let codecName: String
    private let context: UnsafeMutablePointer<AVCodecContext>
    /// Codecs that gain from threads and keep going on damaged data; MPEG-4's decoder on several threads ends the process.
    private static let withstandsThreads = [
        AV_CODEC_ID_H264.rawValue, AV_CODEC_ID_HEVC.rawValue, AV_CODEC_ID_VP9.rawValue, AV_CODEC_ID_AV1.rawValue,
    ]
    /// The reference the next picture goes into, kept when the decoder had none yet.
    private var spare: PictureReference?

    /// - Parameter threads: 0 for as many as the machine has.
    init(stream: UnsafeMutablePointer<AVStream>, threads: Int, name: String) throws {
        let identifier = stream.pointee.codecpar.pointee.codec_id
        codecName = String(cString: avcodec_get_name(identifier))
        guard let codec = avcodec_find_decoder(identifier) else {
            throw TrackletError(
                .badData,
                "\(name) cannot be decoded: its video is \(codecName), for which this FFmpeg has no decoder; convert it first."
            )
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw TrackletError(.failure, "\(name) cannot be decoded: there is not enough memory.")
        }
        self.context = context
        var status = avcodec_parameters_to_context(context, stream.pointee.codecpar)
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.framerate = stream.pointee.avg_frame_rate
        context.pointee.thread_count =
            Self.withstandsThreads.contains(identifier.rawValue) ? Int32(clamping: threads) : 1
        // Frame threads only: with slice threads the way a decoder patches up damage would depend on their number.
        context.pointee.thread_type = FF_THREAD_FRAME
        context.pointee.get_buffer2 = clearedBuffer
        if status >= 0 { status = avcodec_open2(context, codec, nil) }
        guard status >= 0 else {
            throw TrackletError(
                .badData, "\(name) cannot be decoded: \(codecName) does not start, \(FFmpegFailure.cause(of: status)).")
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// The next picture, or why there is none.
    func receive() throws -> Outcome {
        let reference = try spare ?? PictureReference()
        spare = nil
        let status = avcodec_receive_frame(context, reference.pointer)
        if status == 0 { return .picture(reference) }
        spare = reference
        switch status {
        case tff_error_again: return .wantsPacket
        case tff_error_eof: return .end
        case tff_error_no_memory:
            throw TrackletError(.failure, "The video cannot be decoded: there is not enough memory for its pictures.")
        default: return .corrupt
        }
    }

    /// Returns false when the packet is corrupt; the decoder goes on with the next.
    func send(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        let status = avcodec_send_packet(context, packet)
        return status >= 0 || status == tff_error_eof
    }

    /// No more packets come; what is still inside is handed out.
    func drain() { avcodec_send_packet(context, nil) }
}

/// Gives decoders black memory. Some leave parts of a damaged picture as they found them, and what was there before would
/// depend on which frames whoever reads still holds.
private let clearedBuffer:
    @convention(c) (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32 = {
        context, frame, flags in
        let status = avcodec_default_get_buffer2(context, frame, flags)
        guard status >= 0, let frame else { return status }
        withUnsafePointer(to: &frame.pointee.buf) { buffers in
            buffers.withMemoryRebound(to: UnsafeMutablePointer<AVBufferRef>?.self, capacity: 8) { buffers in
                for index in 0..<8 {
                    guard let buffer = buffers[index], let bytes = buffer.pointee.data else { break }
                    bytes.update(repeating: 0, count: Int(buffer.pointee.size))
                }
            }
        }
        return status
    }
