import CFFmpeg
import TrackModel

/// Reads the sound of a container packet by packet, undecoded, beside whoever reads its pictures. Used by one thread at a time.
final class SoundSource {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    // FFmpeg asks it during calls.
    private let interruption: Interruption
    private let timeout: Double?
    private var isWaiting = false
    private var hasEnded = false

    /// The sound streams.
    let streams: [UnsafeMutablePointer<AVStream>]

    /// Nil when there is no sound in the container, or it cannot be opened a second time.
    init?(_ address: ContainerAddress, networkTimeout: Double) throws {
        guard [.file, .network].contains(address.medium) else { return nil }
        let interruption = Interruption()
        timeout = address.medium == .network ? networkTimeout : nil
        interruption.allow(seconds: timeout)
        var opened = avformat_alloc_context()
        opened?.pointee.interrupt_callback = interruption.callback
        var options: OpaquePointer?
        av_dict_set(&options, "pattern_type", "none", 0)
        defer { av_dict_free(&options) }
        guard avformat_open_input(&opened, address.url, nil, &options) >= 0, let context = opened else { return nil }
        guard avformat_find_stream_info(context, nil) >= 0, let packet = av_packet_alloc() else {
            avformat_close_input(&opened)
            return nil
        }
        var streams: [UnsafeMutablePointer<AVStream>] = []
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index] else { continue }
            if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
                streams.append(stream)
            } else {
                stream.pointee.discard = AVDISCARD_ALL
            }
        }
        self.context = context
        self.packet = packet
        self.interruption = interruption
        self.streams = streams
        if streams.isEmpty { return nil }
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// Hands out packets, with the index of their stream among the container's, until one begins at or after `time` seconds;
    /// that one comes with the next call. Nil for all there are.
    func read(
        until time: Double?, _ output: (UnsafeMutablePointer<AVPacket>, _ start: Double?) throws -> Void
    ) throws {
        while !hasEnded {
            if !isWaiting {
                av_packet_unref(packet)
                interruption.allow(seconds: timeout)
                let status = av_read_frame(context, packet)
                if status == tff_error_again { continue }
                // What cannot be read of the sound any more ends it; the pictures tell of damage.
                guard status >= 0 else {
                    hasEnded = true
                    return
                }
                guard streams.contains(where: { $0.pointee.index == packet.pointee.stream_index }) else { continue }
            }
            let start = startTime
            if let time, let start, start >= time {
                isWaiting = true
                return
            }
            isWaiting = false
            try output(packet, start)
        }
    }

    /// Seconds at which the packet at hand begins.
    private var startTime: Double? {
        let stamp = packet.pointee.pts != tff_no_timestamp ? packet.pointee.pts : packet.pointee.dts
        guard stamp != tff_no_timestamp,
            let base = context.pointee.streams[Int(packet.pointee.stream_index)]?.pointee.time_base, base.den > 0
        else { return nil }
        return Double(stamp) * Double(base.num) / Double(base.den)
    }
}
