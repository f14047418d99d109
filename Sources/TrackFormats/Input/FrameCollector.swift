import TrackModel

/// Puts rows that come in any order together into frames, and refuses what cannot hold.
struct FrameCollector {
    private struct Key: Hashable {
        let frame: Int
        let track: Int
    }

    /// What is reckoned with frames stays within whole numbers: a thousand years at 30 a second.
    static let lastFrame = 1_000_000_000_000

    private var frames: [Int: FrameObservations] = [:]
    private var seen: Set<Key> = []

    /// A frame, with or without observations to follow. What is wrong, or nil.
    mutating func addFrame(_ frame: Int, time: Double) -> String? {
        if frame < 0 {
            return "frame is \(frame), and frames are counted from 0"
        }
        if frame > Self.lastFrame {
            return "frame is \(frame), and no video has more than \(Self.lastFrame) frames"
        }
        if !TextBuffer.isWritable(time) {
            return "time is \(time), which is no time in a video"
        }
        if let known = frames[frame] {
            if known.time != time {
                return "time is \(time), and another line gives frame \(frame) the time \(known.time)"
            }
        } else {
            frames[frame] = FrameObservations(frame: frame, time: time, observations: [])
        }
        return nil
    }

    /// Whether the frame has been added.
    func contains(frame: Int) -> Bool {
        frames[frame] != nil
    }

    /// An observation of a frame that has been added. What is wrong, or nil.
    mutating func add(_ observation: Observation, toFrame frame: Int) -> String? {
        if let problem = ObservationCheck.problem(with: observation) {
            return problem
        }
        if observation.track != Observation.withoutTrack {
            if observation.track < 0 {
                return "track is \(observation.track), and tracks are counted from 1"
            }
            if !seen.insert(Key(frame: frame, track: observation.track)).inserted {
                return "track \(observation.track) is in frame \(frame) a second time"
            }
        }
        frames[frame]?.observations.append(observation)
        return nil
    }

    /// How far a frame that has been added is turned. What is wrong, or nil.
    mutating func add(_ horizon: Horizon, toFrame frame: Int) -> String? {
        guard (-90...90).contains(horizon.angle) else {
            return "angle is \(horizon.angle), and horizons are from -90 to 90 degrees"
        }
        guard (0...1).contains(horizon.confidence) else {
            return "confidence is \(horizon.confidence), and confidences are from 0 to 1"
        }
        if frames[frame]?.horizon != nil { return "frame \(frame) has a horizon already" }
        frames[frame]?.horizon = horizon
        return nil
    }

    /// The frames in order, the observations of each in track order.
    func sorted() -> [FrameObservations] {
        frames.values.sorted { $0.frame < $1.frame }.map { frame in
            var frame = frame
            // The index keeps those without a track in the file's order.
            frame.observations = frame.observations.enumerated()
                .sorted { ($0.element.track, $0.offset) < ($1.element.track, $1.offset) }
                .map(\.element)
            return frame
        }
    }
}
