import CFFmpeg
import TrackModel

/// Writes pictures as an H.264 video with the times, the colour and the sound of the source they were read from.
///
/// MP4 and MOV have their index in front (faststart), so that a browser plays them while they load. Pictures are written upright,
/// so that they stand right in every player, whatever it makes of rotation metadata. Times are the source's own, to the tick of
/// its clock, also at a varying rate; they are moved only when they begin below zero (MP4 would hide what is before zero) or a start
/// was asked for: then the first picture is at 0. The sound is copied packet by packet, not encoded anew. No other metadata is copied: it may
/// say where and when a video was taken.
///
/// Writes to its path as it goes: whoever calls sees to it that only a whole file appears. Needs memory for some dozen pictures, whatever
/// the length. The same pictures and options give the same bytes, whatever the number of cores. Not thread-safe.
public final class VideoWriter {
    /// What the user should know of what was written, each a sentence.
    public private(set) var notes: [String] = []

    /// The source's time, in seconds, that is 0 in what is written.
    public let origin: Double

    private let name: String
    private let output: OutputContainer
    private let encoder: H264Encoder
    private let videoStream: UnsafeMutablePointer<AVStream>
    private var sound: SoundCopy?
    private let start: Double
    private let end: Double?
    private let timeBase: AVRational
    private var lastTicks = Int64.min
    private var endOfPictures: Double
    /// Ticks for which pictures on their way through the encoder are shown.
    private var durations: [Int64: Int64] = [:]

    /// The endings of files that can be written.
    public static let endings = ["mp4", "m4v", "mov", "mkv"]

    /// Throws `TrackletError` (`failure`) when this FFmpeg has no H.264 encoder that could be used.
    public static func checkEncoder() throws { try H264Encoder.find() }

    /// Throws `TrackletError` (`usage`) when the ending of the name is none of `endings`.
    public static func checkName(_ name: String) throws {
        guard OutputContainer.format(ofName: name) != nil else {
            let known = endings.map { "." + $0 }.joined(separator: ", ")
            throw TrackletError(.usage, "The video \(name) has no known ending; give it one of \(known).")
        }
    }

    /// - Parameters:
    ///   - path: what is written to, whatever is there.
    ///   - name: what the file will be called: its ending tells the container, and messages name it.
    ///   - reader: where the pictures come from.
    ///   - first: the first picture; it is not written.
    ///
    /// Throws `TrackletError`: `usage` for options without sense or an unknown ending, `failure` when there is no encoder,
    /// `cannotCreate` when the file cannot be written.
    public convenience init(
        path: String, name: String, reader: PictureReader, first: VideoPicture,
        options: VideoWriterOptions = VideoWriterOptions()
    ) throws {
        try self.init(
            path: path, name: name, reader: reader, first: first, options: options, encoders: H264Encoder.names)
    }

    /// Of pictures that come from no file: without sound, the times in ticks of 1/90000 s, square pixels.
    ///
    /// - Parameters:
    ///   - frameRate: frames per second, as far as it is known.
    ///   - first: the first picture; it is not written.
    ///
    /// Throws as the other does.
    public convenience init(
        path: String, name: String, frameRate: Double?, first: VideoPicture,
        options: VideoWriterOptions = VideoWriterOptions()
    ) throws {
        try self.init(
            path: path, name: name,
            source: Source(timeBase: AVRational(num: 1, den: 90_000), frameRate: frameRate, pixelAspect: 1),
            first: first, options: options, encoders: H264Encoder.names)
    }

    convenience init(
        path: String, name: String, reader: PictureReader, first: VideoPicture, options: VideoWriterOptions,
        encoders: [String]
    ) throws {
        let source = Source(
            timeBase: reader.producer.timeBase, frameRate: reader.facts.nominalFrameRate,
            pixelAspect: reader.producer.uprightPixelAspect, options: reader.options, container: reader.container)
        try self.init(path: path, name: name, source: source, first: first, options: options, encoders: encoders)
    }

    /// What has to be known of where the pictures come from.
    private struct Source {
        var timeBase: AVRational
        var frameRate: Double?
        /// Width over height of an upright pixel.
        var pixelAspect: Double
        var options = VideoReaderOptions()
        /// Where the sound is; nil for none.
        var container: ContainerAddress?
    }

    private init(
        path: String, name: String, source: Source, first: VideoPicture, options: VideoWriterOptions,
        encoders: [String]
    ) throws {
        try options.check()
        try Self.checkName(name)
        self.name = name
        output = try OutputContainer(path: path, name: name)
        let aspect = source.pixelAspect
        timeBase = source.timeBase
        let size = first.reference.size
        encoder = try H264Encoder(
            H264Encoder.Format(
                size: size, timeBase: timeBase, frameRate: source.frameRate,
                pixelAspect: aspect == 1 ? AVRational(num: 1, den: 1) : av_d2q(aspect, 10_000),
                wantsGlobalHeader: output.wantsGlobalHeader),
            like: first, options: options, names: encoders)
        videoStream = try output.addVideo(encoder.context)
        let isCut = source.options.start != nil
        origin = isCut || first.time < 0 ? first.time : 0
        start = isCut ? first.time : -.infinity
        end = source.options.end.map { if case .seconds(let seconds) = $0 { seconds } else { .infinity } }
        endOfPictures = first.time
        if let address = source.container {
            sound = try SoundCopy(
                SoundSource(address, networkTimeout: source.options.networkTimeout), to: output, origin: origin)
        }
        notes += [encoder.note, sound?.note].compactMap(\.self)
        if size != first.size {
            notes.append("H.264 wants even sides: the video has \(size) pixels, the last column and row repeated.")
        }
        if origin < 0 { notes.append("Times begin at \(origin) s and were moved to begin at 0.") }
        try output.writeHeader()
    }

    /// Adds a picture; its time comes after the time of the one before.
    ///
    /// Throws `TrackletError`: `cannotCreate` when the disk is full, `failure` when the encoder fails.
    public func write(_ picture: VideoPicture) throws {
        let perSecond = Double(timeBase.den) / Double(timeBase.num)
        var ticks = Int64(((picture.time - origin) * perSecond).rounded())
        if lastTicks >= ticks { ticks = lastTicks + 1 }
        lastTicks = ticks
        let frame = try picture.reference.shared()
        frame.pointer.pointee.pts = ticks
        frame.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
        durations[ticks] = max(1, Int64((picture.duration * perSecond).rounded()))
        endOfPictures = picture.time + picture.duration
        try copySound(until: picture.time)
        try encode(frame)
    }

    /// Completes the file. Throws as `write` does.
    ///
    /// - Parameter reachedEnd: whether the pictures went on to the source's end; otherwise the sound ends with them.
    public func finish(reachedEnd: Bool) throws {
        try encode(nil)
        try copySound(until: reachedEnd && end == nil ? nil : endOfPictures)
        try output.writeTrailer()
    }

    private func copySound(until time: Double?) throws {
        try sound?.copy(from: start, until: time) { packet in try output.write(packet) }
    }

    private func encode(_ picture: PictureReference?) throws {
        try encoder.encode(picture) { packet in
            packet.pointee.duration = durations.removeValue(forKey: packet.pointee.pts) ?? 0
            packet.pointee.stream_index = videoStream.pointee.index
            av_packet_rescale_ts(packet, timeBase, videoStream.pointee.time_base)
            try output.write(packet)
        }
    }
}
