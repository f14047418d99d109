public import TrackModel

/// All tracks of a video, each with its observations in order: what a video, thumbnails or a report are made from.
public struct TrackTimeline: Sendable {
    /// Ascending by track.
    public private(set) var paths: [TrackPath] = []
    /// The last frame that has an observation; nil when none has.
    public private(set) var lastFrame: Int?

    private var places: [Int: Int] = [:]
    private var hasTimes = false
    /// Seconds a frame is shown, for tracks without times.
    private let frameDuration: Double

    /// - Parameter frameRate: frames per second of the video, for tracks from files that hold no times.
    public init(frameRate: Double? = nil) {
        frameDuration = 1 / max(1, frameRate ?? 25)
    }

    /// - Parameter frames: ascending.
    public init(_ frames: some Sequence<FrameObservations>, frameRate: Double? = nil) {
        self.init(frameRate: frameRate)
        for frame in frames { add(frame) }
        finish()
    }

    /// Seconds from an observation to a frame of the video; below 0 when the frame comes before it.
    func seconds(from sample: TrackPath.Sample, toFrame frame: Int, at time: Double) -> Double {
        hasTimes ? time - sample.time : Double(frame - sample.frame) * frameDuration
    }

    /// Seconds from one observation to a later one.
    func seconds(from sample: TrackPath.Sample, to later: TrackPath.Sample) -> Double {
        seconds(from: sample, toFrame: later.frame, at: later.time)
    }

    /// Adds the observations of the next frame. Those without an identity (track 0) are left out.
    public mutating func add(_ frame: FrameObservations) {
        for observation in frame.observations where observation.track > 0 {
            let place = places[observation.track] ?? paths.count
            if place == paths.count {
                places[observation.track] = place
                paths.append(TrackPath(track: observation.track, label: observation.label))
            }
            paths[place].add(observation, frame: frame.frame, time: frame.time)
            lastFrame = frame.frame
            if frame.time != 0 { hasTimes = true }
        }
    }

    /// Puts the tracks in order, once the last frame is added.
    public mutating func finish() {
        paths.sort { $0.track < $1.track }
        places = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1.track, $0) })
    }

    /// The labels there are, each once, in alphabetical order.
    public var labels: [String] { Set(paths.map(\.label)).sorted() }
}

// MARK: - Belonging to a video

extension TrackTimeline {
    /// Throws `TrackletError` (`badData`) when what can be known of the video before it is read shows that the tracks are another's:
    /// another size, a box beside the picture, many more frames than it declares.
    ///
    /// - Parameters:
    ///   - facts: the video's.
    ///   - stated: what the track file says of its source, if it says anything.
    ///   - origin: what the tracks are called in messages.
    public func check(against facts: SourceFacts, stated: SourceFacts?, origin: String) throws {
        if let stated, stated.size != facts.size, stated.size.width > 0 {
            throw Self.foreign(
                origin, "they were made from pictures of \(stated.size) pixels, and the video's have \(facts.size)")
        }
        for path in paths {
            for sample in path.samples
            where sample.box.isUsable && sample.box.clipped(to: facts.size.bounds) == nil {
                let box = sample.box
                throw Self.foreign(
                    origin,
                    "in frame \(sample.frame) track \(path.track) has the box \(box.left),\(box.top),\(box.width),\(box.height), and the picture has \(facts.size) pixels"
                )
            }
        }
        // Containers may declare a few frames too few.
        if let lastFrame, let declared = facts.declaredFrameCount, lastFrame >= declared + max(10, declared / 10) {
            throw Self.foreign(origin, "they go up to frame \(lastFrame), and the video declares \(declared) frames")
        }
    }

    /// Throws `TrackletError` (`badData`) when the video, read to its end, has too few frames for the tracks.
    public func check(frameCount: Int, origin: String) throws {
        guard let lastFrame, lastFrame >= frameCount else { return }
        throw Self.foreign(
            origin, "they go up to frame \(lastFrame), and the video has \(frameCount), counted from 0")
    }

    private static func foreign(_ origin: String, _ reason: String) -> TrackletError {
        TrackletError(
            .badData, "The tracks in \(origin) are not of this video: \(reason); name the file that was made from it.")
    }
}
