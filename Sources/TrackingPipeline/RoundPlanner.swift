internal import TrackModel

/// Holds the frames between reading and tracking, and decides which of them are detected.
///
/// Rounds are held where the schedule says, on the first and the last frame of each shot, and on the last frame of all: an object is
/// then seen near both ends of its time. To know that a frame is the last of its shot the next one must have been read, so
/// a frame leaves when its successor has come. Live sources wait for nothing: their frames leave at once.
struct RoundPlanner {
    struct PlannedFrame {
        let frame: Frame
        let startsShot: Bool
        var isRound: Bool
        /// How hard the round looks.
        var effort = DetectionEffort.quick
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
    /// Rounds planned in this shot.
    private var roundsInShot = 0

    /// Every so many rounds, and in the first of each shot, the detectors look thoroughly.
    static let thoroughEvery = 3

    init(
        configuration: TrackingConfiguration, isDetectable: @escaping @Sendable (Frame) -> Bool = { _ in true }
    ) {
        self.isDetectable = isDetectable
        schedule = DetectionSchedule(interval: configuration.interval)
        looksAhead = configuration.looksBack
        capacity = looksAhead ? 12 : 1
    }

    var wantsFrame: Bool { !hasEnded && frames.count < capacity }
    var isFinished: Bool { hasEnded && frames.isEmpty }

    mutating func append(_ frame: Frame) {
        let startsShot = cuts.startsShot(frame.luma)
        if let last = frames.indices.last, !frames[last].isDecided {
            if startsShot { plan(last) }
            frames[last].isDecided = true
        }
        if startsShot { roundsInShot = 0 }
        // Where the first frame of a shot cannot be detected, the next that can takes its place.
        let isDue =
            isDetectable(frame)
            && schedule.isDue(frame: frame.index, time: frame.time, startsShot: roundsInShot == 0)
        frames.append(
            PlannedFrame(frame: frame, startsShot: startsShot, isRound: false, isDecided: isDue || !looksAhead))
        if isDue { plan(frames.count - 1) }
    }

    private mutating func plan(_ index: Int) {
        guard isDetectable(frames[index].frame) else { return }
        frames[index].isRound = true
        frames[index].effort = roundsInShot % Self.thoroughEvery == 0 ? .thorough : .quick
        roundsInShot += 1
    }

    /// The input is over: the last frame is detected.
    mutating func finish() {
        hasEnded = true
        if let last = frames.indices.last, !frames[last].isDecided {
            plan(last)
            frames[last].isDecided = true
        }
    }

    /// The next frame whose detection has not been started, once.
    mutating func nextRound() -> (frame: Frame, effort: DetectionEffort)? {
        guard let index = frames.firstIndex(where: { $0.isRound && $0.isDecided && !$0.isStarted }) else { return nil }
        frames[index].isStarted = true
        return (frames[index].frame, frames[index].effort)
    }

    /// The next frame to be tracked; nil when none is decided yet.
    mutating func popFirst() -> PlannedFrame? {
        guard let first = frames.first, first.isDecided, !first.isRound || first.isStarted else { return nil }
        frames.removeFirst()
        return first
    }
}
