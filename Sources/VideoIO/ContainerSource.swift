import CFFmpeg
import TrackModel

/// The video stream of one container: reads packets, decodes them, hands out pictures. Used by one thread at a time.
final class ContainerSource: PictureSource {
    let declared: DeclaredFacts
    private(set) var corruptPackets = 0
    private(set) var readFailure: String?

    private let timeBase: AVRational
    private let streamOrientation: Orientation?
    private let input: ContainerInput
    private let decoder: Decoder
    private var isDraining = false
    private var corruptPacketsAtLastPicture = 0
    private var consecutiveReadErrors = 0

    /// Opens the container and its decoder; decodes nothing yet.
    ///
    /// Throws `TrackletError`: `noInput` when it cannot be opened, `badData` when there is no video in it.
    init(_ address: ContainerAddress, threads: Int, interruption: Interruption, networkTimeout: Double) throws {
        input = try ContainerInput(address, interruption: interruption, networkTimeout: networkTimeout)
        decoder = try Decoder(stream: input.stream, threads: threads, name: address.spokenName)
        timeBase = input.stream.pointee.time_base
        declared = input.declaredFacts(codec: decoder.codecName)
        if let matrix = tff_stream_display_matrix(input.stream) {
            streamOrientation = Orientation(displayMatrix: matrix)
        } else {
            streamOrientation = .upright
        }
    }

    func nextPicture() throws -> DecodedPicture? {
        while true {
            switch try decoder.receive() {
            case .picture(let reference): return picture(reference)
            case .corrupt: corruptPackets += 1
            case .end: return nil
            case .wantsPacket: try feed()
            }
        }
    }

    /// Gives the decoder the stream's next packet, or tells it that there are no more.
    private func feed() throws {
        guard !isDraining else { return }
        switch try input.readPacket() {
        case .packet(let packet):
            consecutiveReadErrors = 0
            // A packet of nothing would tell the decoder that the stream ends.
            if packet.pointee.size > 0, !decoder.send(packet) { corruptPackets += 1 }
        case .corrupt:
            corruptPackets += 1
            consecutiveReadErrors += 1
            if consecutiveReadErrors >= 64 {
                readFailure = "the rest of the data cannot be read"
                drain()
            }
        case .end(let failure):
            readFailure = failure
            drain()
        }
    }

    private func drain() {
        isDraining = true
        decoder.drain()
    }

    private func picture(_ reference: PictureReference) -> DecodedPicture {
        let frame = reference.pointer
        let stamp = frame.pointee.best_effort_timestamp
        let ticks = tff_frame_duration(frame)
        let lost = corruptPackets - corruptPacketsAtLastPicture
        corruptPacketsAtLastPicture = corruptPackets
        var orientation = streamOrientation
        if let side = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX), side.pointee.size >= 36,
            let data = side.pointee.data
        {
            orientation = data.withMemoryRebound(to: Int32.self, capacity: 9) { Orientation(displayMatrix: $0) }
        }
        return DecodedPicture(
            reference: reference,
            time: stamp == tff_no_timestamp ? nil : seconds(stamp),
            duration: ticks > 0 ? seconds(ticks) : nil,
            orientation: orientation,
            isDamaged: frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0,
            lostPackets: lost)
    }

    private func seconds(_ ticks: Int64) -> Double {
        Double(ticks) * Double(timeBase.num) / Double(timeBase.den)
    }
}
