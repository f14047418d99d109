import CFFmpeg
import TrackModel

/// Carries sound packets from one container to another as they are. Used by one thread at a time.
final class SoundCopy {
    /// What the user should know; nil when there is nothing.
    let note: String?

    private struct Lane {
        let from: AVRational
        let target: UnsafeMutablePointer<AVStream>
        /// The last decoding time written, which the next one has to pass.
        var last: Int64?
    }

    private let source: SoundSource
    private var lanes: [Int32: Lane] = [:]
    private let origin: Double

    /// Nil when there is no sound.
    ///
    /// - Parameter origin: seconds that become 0.
    init?(_ source: SoundSource?, to output: OutputContainer, origin: Double) throws {
        guard let source else { return nil }
        self.source = source
        self.origin = origin
        var refused: Set<String> = []
        for stream in source.streams {
            if let target = try output.addCopy(of: stream) {
                lanes[stream.pointee.index] = Lane(from: stream.pointee.time_base, target: target)
            } else {
                refused.insert(String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id)))
            }
        }
        note =
            refused.isEmpty
            ? nil
            : "Sound in \(refused.sorted().joined(separator: ", ")) was left out: the video's container cannot hold it; give the video the ending .mov or .mkv."
    }

    /// Copies what begins from `start` on and before `end` (seconds of the source; nil for all that is left).
    func copy(
        from start: Double, until end: Double?, _ write: (UnsafeMutablePointer<AVPacket>) throws -> Void
    ) throws {
        guard !lanes.isEmpty else { return }
        try source.read(until: end) { packet, time in
            let index = packet.pointee.stream_index
            guard var lane = lanes[index], (time ?? start) >= start else { return }
            let shift = Int64((origin * Double(lane.from.den) / Double(lane.from.num)).rounded())
            let hasDecodingTime = packet.pointee.dts != tff_no_timestamp
            let hasTime = packet.pointee.pts != tff_no_timestamp
            if hasTime { packet.pointee.pts -= shift }
            if hasDecodingTime { packet.pointee.dts -= shift }
            av_packet_rescale_ts(packet, lane.from, lane.target.pointee.time_base)
            if !hasDecodingTime { packet.pointee.dts = hasTime ? packet.pointee.pts : (lane.last ?? -1) + 1 }
            if let last = lane.last { packet.pointee.dts = max(packet.pointee.dts, last + 1) }
            packet.pointee.pts = max(hasTime ? packet.pointee.pts : packet.pointee.dts, packet.pointee.dts)
            lane.last = packet.pointee.dts
            packet.pointee.stream_index = lane.target.pointee.index
            packet.pointee.pos = -1
            lanes[index] = lane
            try write(packet)
        }
    }
}
