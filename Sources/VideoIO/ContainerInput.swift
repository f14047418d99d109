import CFFmpeg
import TrackModel

/// Owns an open container and the choice of its video stream. Used by one thread at a time.
final class ContainerInput {
    enum Reading {
        case packet(UnsafeMutablePointer<AVPacket>)
        case corrupt
        /// With the cause in words, when the data did not end by itself.
        case end(String?)
    }

    /// The chosen video stream; lives as long as the container.
    let stream: UnsafeMutablePointer<AVStream>
    private let address: ContainerAddress
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let interruption: Interruption
    private let timeout: Double?

    init(_ address: ContainerAddress, interruption: Interruption, networkTimeout: Double) throws {
        self.address = address
        self.interruption = interruption
        timeout = address.medium == .network ? networkTimeout : nil
        interruption.allow(seconds: timeout)
        let context = try Self.open(address, interruption: interruption, timeout: timeout)
        var opened: UnsafeMutablePointer<AVFormatContext>? = context
        do {
            stream = try Self.videoStream(of: context, address: address, interruption: interruption)
        } catch {
            avformat_close_input(&opened)
            throw error
        }
        guard let packet = av_packet_alloc() else {
            avformat_close_input(&opened)
            throw TrackletError(.failure, "\(address.spokenName) cannot be read: there is not enough memory.")
        }
        self.context = context
        self.packet = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// The video stream's next packet, valid until the next call.
    func readPacket() throws -> Reading {
        while true {
            av_packet_unref(packet)
            interruption.allow(seconds: timeout)
            let status = av_read_frame(context, packet)
            if status >= 0 {
                guard packet.pointee.stream_index == stream.pointee.index else { continue }
                // What is left of the packet in which a file was cut off.
                if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0, isAtEnd { return .corrupt }
                return .packet(packet)
            }
            if interruption.timedOut { throw Self.silence(of: address, timeout: timeout) }
            if interruption.stopped || status == tff_error_exit { throw CancellationError() }
            switch status {
            case tff_error_eof: return .end(nil)
            // Nothing there yet, from inputs that do not wait by themselves.
            case tff_error_again: av_usleep(1000)
            case tff_error_invalid_data where !isAtEnd:
                return .corrupt
            case tff_error_invalid_data: return .end(nil)
            default: return .end(FFmpegFailure.cause(of: status))
            }
        }
    }

    private var isAtEnd: Bool { context.pointee.pb.map { avio_feof($0) != 0 } ?? false }
}

// MARK: - Opening

extension ContainerInput {
    /// Demuxers that would show any text file as a moving picture.
    private static let textArt: Set<String> = ["tty", "bin", "xbin", "adf", "idf", "txd"]

    private static func open(
        _ address: ContainerAddress, interruption: Interruption, timeout: Double?
    ) throws -> UnsafeMutablePointer<AVFormatContext> {
        guard let empty = avformat_alloc_context() else {
            throw TrackletError(.failure, "\(address.spokenName) cannot be opened: there is not enough memory.")
        }
        empty.pointee.interrupt_callback = interruption.callback
        var format: UnsafePointer<AVInputFormat>?
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        switch address.medium {
        case .device(let name): format = try CaptureDevices.inputFormat(named: name, for: address.name)
        // Characters such as % in the name of a picture are no pattern: which files make a sequence is decided here.
        case .picture, .file: av_dict_set(&options, "pattern_type", "none", 0)
        case .network: av_dict_set(&options, "rtsp_flags", "prefer_tcp", 0)
        case .standardInput: break
        }
        var context: UnsafeMutablePointer<AVFormatContext>? = empty
        // On failure FFmpeg frees the context.
        let status = avformat_open_input(&context, address.url, format, &options)
        guard status >= 0, let context else {
            if interruption.timedOut { throw silence(of: address, timeout: timeout) }
            if interruption.stopped || Task.isCancelled { throw CancellationError() }
            throw OpeningFailure.error(of: status, address: address)
        }
        if let iformat = context.pointee.iformat, textArt.contains(String(cString: iformat.pointee.name)) {
            var opened: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&opened)
            throw OpeningFailure.notVideo(address)
        }
        return context
    }

    private static func videoStream(
        of context: UnsafeMutablePointer<AVFormatContext>, address: ContainerAddress, interruption: Interruption
    ) throws -> UnsafeMutablePointer<AVStream> {
        // A lone picture tells all by itself; probing would decode it twice.
        if address.medium != .picture || context.pointee.nb_streams == 0 {
            let status = avformat_find_stream_info(context, nil)
            if interruption.timedOut { throw silence(of: address, timeout: nil) }
            if interruption.stopped || Task.isCancelled { throw CancellationError() }
            guard status >= 0 else { throw OpeningFailure.error(of: status, address: address) }
        }
        let best = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard best >= 0, let chosen = context.pointee.streams[Int(best)],
            chosen.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else {
            throw OpeningFailure.noVideo(address, hasStreams: context.pointee.nb_streams > 0)
        }
        for index in 0..<Int(context.pointee.nb_streams) where index != Int(best) {
            context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
        return chosen
    }

    private static func silence(of address: ContainerAddress, timeout: Double?) -> TrackletError {
        let patience = timeout.map { " for \(($0 * 10).rounded() / 10) s" } ?? " for too long"
        return TrackletError(
            .noInput,
            "\(address.spokenName) sent nothing\(patience); check that the server is there, or allow it more time.")
    }
}

// MARK: - Facts

extension ContainerInput {
    func declaredFacts(codec: String) -> DeclaredFacts {
        var facts = DeclaredFacts()
        facts.timeBase = stream.pointee.time_base
        let tick = facts.tick
        facts.codec = codec
        facts.container = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
        facts.isLive = isLive
        let aspect =
            stream.pointee.sample_aspect_ratio.num > 0
            ? stream.pointee.sample_aspect_ratio : stream.pointee.codecpar.pointee.sample_aspect_ratio
        if aspect.num > 0, aspect.den > 0, aspect.num != aspect.den {
            facts.pixelAspect = Double(aspect.num) / Double(aspect.den)
        }
        if address.medium == .picture {
            facts.frameCount = 1
            return facts
        }
        let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
        facts.frameRate = rates.first { $0.num > 0 && $0.den > 0 }.map { Double($0.num) / Double($0.den) }
        if stream.pointee.start_time != tff_no_timestamp { facts.startTime = Double(stream.pointee.start_time) * tick }
        guard !facts.isLive else { return facts }
        // A duration reckoned from the bit rate is a guess, and a bad one.
        if stream.pointee.duration > 0, context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE {
            facts.duration = Double(stream.pointee.duration) * tick
            facts.durationIsOfVideo = true
        } else if let tagged = taggedDuration {
            facts.duration = tagged
            facts.durationIsOfVideo = true
        } else if context.pointee.duration > 0,
            context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
        {
            facts.duration = Double(context.pointee.duration) / Double(AV_TIME_BASE)
        }
        facts.frameCount = frameCount(rate: facts.frameRate, duration: facts.duration)
        return facts
    }

    private func frameCount(rate: Double?, duration: Double?) -> Int? {
        var implied: Int?
        if let rate, let duration, duration * rate < 1e12 { implied = Int((duration * rate).rounded()) }
        let stated = Int(stream.pointee.nb_frames)
        guard stated > 0 else { return implied }
        // An edit list hides frames that are counted all the same.
        if let implied, implied > 0, Double(implied) < 0.9 * Double(stated) { return implied }
        return stated
    }

    /// Matroska keeps each stream's own duration in a tag, as "00:01:02.500000000".
    private var taggedDuration: Double? {
        guard let entry = av_dict_get(stream.pointee.metadata, "DURATION", nil, 0) else { return nil }
        let parts = String(cString: entry.pointee.value).split(separator: ":").map { Double($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else { return nil }
        let total = hours * 3600 + minutes * 60 + seconds
        return total > 0 && total.isFinite ? total : nil
    }

    private var isLive: Bool {
        let cannotSeek = context.pointee.pb.map { $0.pointee.seekable == 0 } ?? false
        return switch address.medium {
        case .file, .picture: false
        case .device: true
        case .standardInput: cannotSeek && context.pointee.duration <= 0
        case .network:
            LiveSchemes.contains(address.url)
                || (context.pointee.duration <= 0 && (cannotSeek || context.pointee.pb == nil))
        }
    }
}
