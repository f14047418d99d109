internal import TrackModel

/// Holds the frames between reading and tracking, and decides which of them are detected.
///
/// Rounds are held where the schedule says, on the first and the last frame of each shot, and on the last frame of all: an object is
/// then seen near both ends of its time. To know that a frame is the last of its shot the next one must have been read, so
/// a frame leaves when its successor has come. Live sources wait for nothing: their frames leave at once.
struct RoundPlanner {
    struct PlannedFrame {
        /// The whole frame, for a round.
        fileprivate(set) var frame: Frame?
        let size: PixelSize
        /// What the trackers look at.
        let picture: Frame
        let startsShot: Bool
        var isRound: Bool
        /// How hard the round looks.
        fileprivate(set) var effort = DetectionEffort.quick
        fileprivate var isDecided: Bool
        fileprivate var isStarted = false
    }

    private let looksAhead: Bool
    /// Whether a round can be held on a frame at all.
    private let isDetectable: @Sendable (Frame) -> Bool
    /// Frames read beyond the one that is tracked, so that detection can start early.
    private let capacity: Int
    private var schedule: DetectionSchedule
    private var cuts = SceneCutDetector()
    private var frames: [PlannedFrame] = []
    private var hasEnded = false
    /// When the latest thorough round of this shot was planned; nil before its first round, which is one.
    private var thoroughTime: Double?

    /// Seconds after which the detectors look thoroughly again: rounds in between look for what is likeliest.
    static let thoroughSeconds = 0.6

    init(
        configuration: TrackingConfiguration, isDetectable: @escaping @Sendable (Frame) -> Bool = { _ in true }
    ) {
        self.isDetectable = isDetectable
        schedule = DetectionSchedule(interval: configuration.interval)
        looksAhead = configuration.looksBack
        capacity = looksAhead ? 24 : 1
    }

    var wantsFrame: Bool { !hasEnded && frames.count < capacity }
    var isFinished: Bool { hasEnded && frames.isEmpty }

    /// - Parameter picture: what the trackers look at of the frame.
    mutating func append(_ frame: Frame, picture: Frame) {
        let startsShot = cuts.startsShot(frame.luma)
        if let last = frames.indices.last, !frames[last].isDecided {
            if startsShot { plan(last) }
            decide(last)
        }
        if startsShot { thoroughTime = nil }
        // Where the first frame of a shot cannot be detected, the next that can takes its place.
        let isDue =
            isDetectable(frame)
            && schedule.isDue(frame: frame.index, time: frame.time, startsShot: thoroughTime == nil)
        frames.append(
            PlannedFrame(
                frame: frame, size: frame.size, picture: picture, startsShot: startsShot, isRound: false,
                isDecided: false))
        if isDue { plan(frames.count - 1) }
        if isDue || !looksAhead { decide(frames.count - 1) }
    }

    private mutating func plan(_ index: Int) {
        guard let frame = frames[index].frame, isDetectable(frame) else { return }
        frames[index].isRound = true
        if let thoroughTime, frame.time - thoroughTime < Self.thoroughSeconds { return }
        frames[index].effort = .thorough
        thoroughTime = frame.time
    }

    /// Large pictures of frames that are no rounds go at once.
    private mutating func decide(_ index: Int) {
        frames[index].isDecided = true
        if !frames[index].isRound { frames[index].frame = nil }
    }

    /// The input is over: the last frame is detected.
    mutating func finish() {
        hasEnded = true
        if let last = frames.indices.last, !frames[last].isDecided {
            plan(last)
            decide(last)
        }
    }

    /// The next frame whose detection has not been started, once.
    mutating func nextRound() -> (frame: Frame, effort: DetectionEffort)? {
        let next = frames.firstIndex { $0.isRound && $0.isDecided && !$0.isStarted }
        guard let next, let frame = frames[next].frame else { return nil }
        frames[next].isStarted = true
        return (frame, frames[next].effort)
    }

    /// The next frame to be tracked; nil when none is decided yet.
    mutating func popFirst() -> PlannedFrame? {
        guard let first = frames.first, first.isDecided, !first.isRound || first.isStarted else { return nil }
        frames.removeFirst()
        return first
    }
}
