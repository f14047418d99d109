import CFFmpeg
import TrackModel

/// Turns decoded pictures into frames: index, time, upright planes, limits, and the account of what was read. Used by one
/// thread at a time.
final class FrameProducer {
    let facts: SourceFacts
    private(set) var summary: ReadSummary

    private let source: any PictureSource
    private let options: VideoReaderOptions
    private let converter = PictureConverter()
    private var clock: FrameClock
    private var first: DecodedPicture?
    private var nextIndex = 0
    private var picturesSinceLoss = reach
    /// How many pictures a lost packet may be noticed before the gap it leaves is shown: the most a codec reorders.
    private static let reach = 16
    private var hasStarted: Bool
    private var isFinished = false

    /// Decodes the first picture, which says how large the upright pictures are.
    ///
    /// Throws `TrackletError` (`badData`) when there is none.
    init(_ source: any PictureSource, name: String, spokenName: String, options: VideoReaderOptions) throws {
        guard let first = try source.nextPicture() else { throw OpeningFailure.noFrames(spokenName) }
        let declared = source.declared
        let orientation = first.orientation ?? .upright
        let pixelFormat = av_get_pix_fmt_name(first.reference.format).map { String(cString: $0) } ?? ""
        self.source = source
        self.options = options
        self.first = first
        facts = SourceFacts(
            name: name, size: orientation.turned(first.reference.size), nominalFrameRate: declared.frameRate,
            declaredFrameCount: declared.frameCount, declaredDuration: declared.duration,
            rotation: orientation.rotation,
            container: declared.container, codec: declared.codec, pixelFormat: pixelFormat, isLive: declared.isLive)
        hasStarted = options.start == nil
        clock = FrameClock(tick: declared.tick, usualDuration: declared.frameRate.map { 1 / $0 } ?? 0.04)
        var summary = ReadSummary()
        summary.size = facts.size
        summary.declaredFrameCount = declared.frameCount
        summary.declaredDuration = declared.duration
        summary.rotation = orientation.rotation
        summary.isMirrored = orientation.isMirrored
        summary.pixelAspect = declared.pixelAspect
        self.summary = summary
    }

    /// Opens what the user named and decodes its first picture.
    static func open(
        _ source: String, options: VideoReaderOptions, interruption: Interruption
    ) throws -> (producer: FrameProducer, container: ContainerAddress?) {
        try options.check()
        av_log_set_level(options.showsDecoderMessages ? AV_LOG_WARNING : AV_LOG_QUIET)
        let pictures: any PictureSource
        let spokenName: String
        var container: ContainerAddress?
        switch try SourceAddress(source) {
        case .container(let address):
            container = address
            spokenName = address.spokenName
            pictures = try ContainerSource(
                address, threads: options.threads, interruption: interruption, networkTimeout: options.networkTimeout)
        case .pictures(let name, let paths):
            spokenName = name
            pictures = PictureListSource(paths: paths, rate: options.pictureRate, interruption: interruption)
        }
        let producer = try FrameProducer(
            pictures, name: SourceName.shown(source), spokenName: spokenName, options: options)
        return (producer, container)
    }

    /// The next frame between the limits; nil once there is none any more.
    func next() throws -> Frame? {
        try finishingOnFailure {
            guard let placed = try StageClock.measure(.decode, { try nextBetweenLimits() }) else { return nil }
            let picture = placed.picture
            let planes = try StageClock.measure(.grayAndPyramid) {
                try converter.planes(
                    of: picture.reference, orientation: picture.orientation ?? .upright, size: facts.size,
                    wantsColor: options.wantsColor)
            }
            return Frame(index: placed.index, time: placed.time, luma: planes.luma, color: planes.color)
        }
    }

    /// The next frame between the limits as a picture to be drawn on; nil once there is none any more.
    func nextPicture() throws -> VideoPicture? {
        try finishingOnFailure {
            guard let placed = try nextBetweenLimits() else { return nil }
            let picture = placed.picture
            let planes = try converter.video(
                of: picture.reference, orientation: picture.orientation ?? .upright, size: facts.size)
            return VideoPicture(
                planes, size: facts.size, index: placed.index, time: placed.time, duration: clock.lastDuration)
        }
    }

    var timeBase: AVRational { source.declared.timeBase }
    /// The aspect of an upright pixel, width over height; 1 unless the container says otherwise.
    var uprightPixelAspect: Double {
        let stored = source.declared.pixelAspect ?? 1
        return facts.rotation % 180 == 0 ? stored : 1 / stored
    }

    private func finishingOnFailure<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            finish(reachedEnd: false)
            throw error
        }
    }

    private func nextBetweenLimits() throws -> PlacedPicture? {
        while !isFinished {
            let picture: DecodedPicture
            if let first {
                picture = first
                self.first = nil
            } else if let decoded = try source.nextPicture() {
                picture = decoded
            } else {
                finish(reachedEnd: true)
                return nil
            }
            let index = nextIndex
            picturesSinceLoss = picture.lostPackets > 0 ? 0 : picturesSinceLoss + 1
            let time = clock.time(
                stated: picture.time, duration: picture.duration, followsGap: picturesSinceLoss < Self.reach)
            if let end = options.end, end.isReached(byFrame: index, time: time) {
                finish(reachedEnd: false)
                return nil
            }
            nextIndex += 1
            count(picture)
            if !hasStarted, let start = options.start {
                hasStarted = start.isReached(byFrame: index, time: time)
                guard hasStarted else { continue }
            }
            return placed(picture, index: index, time: time)
        }
        return nil
    }

    private func placed(_ picture: DecodedPicture, index: Int, time: Double) -> PlacedPicture {
        let size = (picture.orientation ?? .upright).turned(picture.reference.size)
        if size != facts.size, summary.changedSize == nil { summary.changedSize = size }
        summary.framesDelivered += 1
        if summary.firstTime == nil { summary.firstTime = time }
        summary.lastTime = time
        return PlacedPicture(picture: picture, index: index, time: time)
    }

    private func count(_ picture: DecodedPicture) {
        summary.framesDecoded += 1
        if picture.isDamaged { summary.damagedFrames += 1 }
        if picture.orientation == nil { summary.hasOddRotation = true }
        updateSummary()
    }

    private func updateSummary() {
        summary.corruptPackets = source.corruptPackets
        summary.estimatedTimes = clock.estimatedTimes
        summary.repairedTimes = clock.repairedTimes
        summary.hasVariableFrameRate = clock.hasVariableRate
        if let first = clock.firstTime, let last = clock.lastTime, first <= last { summary.decodedTimes = first...last }
    }

    private func finish(reachedEnd: Bool) {
        isFinished = true
        updateSummary()
        summary.limitsExcludeAll = summary.framesDelivered == 0
        guard reachedEnd else { return }
        summary.readFailure = source.readFailure
        summary.endedEarly = endsEarly
    }

    /// Whether the last frame ends clearly before the declared length does.
    private var endsEarly: Bool {
        guard !facts.isLive, let duration = source.declared.duration, let last = clock.lastTime,
            let first = clock.firstTime
        else { return false }
        let start = source.declared.startTime ?? first
        let reached = last + clock.lastDuration - start
        // A length that may be another stream's says less about the video.
        let tolerance = source.declared.durationIsOfVideo ? max(0.1, 2 * clock.lastDuration) : max(1, 0.05 * duration)
        return reached + tolerance < duration
    }
}

/// A decoded picture with its place in the source.
private struct PlacedPicture {
    let picture: DecodedPicture
    let index: Int
    let time: Double
}
