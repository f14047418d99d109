import CFFmpeg
import TrackModel

/// Owns a container that is being written. Used by one thread at a time.
final class OutputContainer {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let name: String

    /// FFmpeg's name of the container a file name's ending stands for; nil for none that is written here.
    static func format(ofName name: String) -> String? {
        let file = name.split(separator: "/").last ?? ""
        guard file.contains("."), let ending = file.split(separator: ".").last?.lowercased(),
            VideoWriter.endings.contains(ending)
        else { return nil }
        return switch ending {
        case "mov": "mov"
        case "mkv": "matroska"
        default: "mp4"
        }
    }

    /// - Parameters:
    ///   - path: what is written to.
    ///   - name: what messages call it; its ending tells the format.
    init(path: String, name: String) throws {
        self.name = name
        var made: UnsafeMutablePointer<AVFormatContext>?
        let url = "file:" + path
        guard avformat_alloc_output_context2(&made, nil, Self.format(ofName: name), url) >= 0, let context = made else {
            throw TrackletError(
                .failure, "The video \(name) cannot be written: this FFmpeg does not know its container.")
        }
        self.context = context
        let status = avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE)
        guard status >= 0 else { throw failure(status) }
    }

    deinit {
        // What could not be written was told by the call that failed, or does not matter any more.
        avio_closep(&context.pointee.pb)
        avformat_free_context(context)
    }

    var wantsGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    func addVideo(_ encoder: UnsafeMutablePointer<AVCodecContext>) throws -> UnsafeMutablePointer<AVStream> {
        guard let stream = avformat_new_stream(context, nil),
            avcodec_parameters_from_context(stream.pointee.codecpar, encoder) >= 0
        else { throw PictureReference.outOfMemory }
        stream.pointee.time_base = encoder.pointee.time_base
        stream.pointee.avg_frame_rate = encoder.pointee.framerate
        stream.pointee.sample_aspect_ratio = encoder.pointee.sample_aspect_ratio
        return stream
    }

    /// A stream for packets copied from another container; nil when this one cannot hold them.
    func addCopy(of source: UnsafeMutablePointer<AVStream>) throws -> UnsafeMutablePointer<AVStream>? {
        let codec = source.pointee.codecpar.pointee.codec_id
        guard avformat_query_codec(context.pointee.oformat, codec, FF_COMPLIANCE_NORMAL) == 1 else { return nil }
        guard let stream = avformat_new_stream(context, nil),
            avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar) >= 0
        else { throw PictureReference.outOfMemory }
        // The tag is the source container's; this one has its own.
        stream.pointee.codecpar.pointee.codec_tag = 0
        stream.pointee.time_base = source.pointee.time_base
        stream.pointee.disposition = source.pointee.disposition
        if let language = av_dict_get(source.pointee.metadata, "language", nil, 0) {
            av_dict_set(&stream.pointee.metadata, "language", language.pointee.value, 0)
        }
        return stream
    }

    func writeHeader() throws {
        var options: OpaquePointer?
        av_dict_set(&options, "movflags", "+faststart", 0)
        defer { av_dict_free(&options) }
        try check(avformat_write_header(context, &options))
    }

    /// Writes a packet in its turn and takes over what it holds.
    func write(_ packet: UnsafeMutablePointer<AVPacket>) throws {
        try check(av_interleaved_write_frame(context, packet))
        try checkOutput()
    }

    /// Completes the file: for MP4, moves its index to the front.
    func writeTrailer() throws {
        try check(av_write_trailer(context))
        avio_flush(context.pointee.pb)
        try checkOutput()
        try check(avio_closep(&context.pointee.pb))
    }

    /// Writing is buffered: that the disk is full is told by the output, later than by the call.
    private func checkOutput() throws {
        if let output = context.pointee.pb { try check(output.pointee.error) }
    }

    private func check(_ status: Int32) throws {
        if status < 0 { throw failure(status) }
    }

    private func failure(_ status: Int32) -> TrackletError {
        TrackletError(.cannotCreate, "The video \(name) cannot be written: \(FFmpegFailure.cause(of: status)).")
    }
}
