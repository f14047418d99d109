public import TrackModel

/// Detects on every Nth frame, tracks on every frame, and gives back each frame's observations in order.
///
/// The result depends on the frames and the configuration alone, not on timing or the number of threads.
public struct TrackingPipeline: Sendable {
    public let configuration: TrackingConfiguration
    private let detectors: [any Detector]
    private let tracker: TrackerFactory
    private let seeds: [TrackSeed]
    private let recognition: TrackRecognition?

    /// - Parameters:
    ///   - detectors: run one after another in each round; may be empty when there are seeds.
    ///   - seeds: objects to follow beside what is detected.
    ///   - recognition: how tracks get names and their ids again; what it finds is in the summary, and the observations that are handed
    ///     out know nothing of it yet. Nil for neither.
    public init(
        configuration: TrackingConfiguration = TrackingConfiguration(), detectors: [any Detector],
        tracker: TrackerFactory, seeds: [TrackSeed] = [], recognition: TrackRecognition? = nil
    ) {
        self.configuration = configuration
        self.detectors = detectors
        self.tracker = tracker
        self.seeds = seeds
        self.recognition = recognition
    }

    /// Tracks through all of `frames` and hands every frame's observations to `emit`, in ascending order, each frame once.
    ///
    /// On cancellation the input counts as over: what was read is finished and handed out, and the summary says so.
    ///
    /// - Throws: what the frames, the detectors, the trackers or `emit` throw.
    public func run<Frames: AsyncSequence & Sendable>(
        _ frames: Frames,
        progress: ((TrackingProgress) -> Void)? = nil,
        emit: (FrameObservations) throws -> Void
    ) async throws -> TrackingSummary where Frames.Element == Frame {
        var session = TrackingSession(
            configuration: configuration, detectors: detectors, tracker: tracker, seeds: seeds,
            recognition: recognition)
        var summary = TrackingSummary()
        // Of frames that are not handed out yet.
        var horizons: [Int: Horizon] = [:]
        func hand(_ final: [FrameObservations]) throws {
            for var frame in final {
                frame.horizon = horizons.removeValue(forKey: frame.frame)
                summary.observations += frame.observations.count
                if frame.horizon != nil { summary.horizons += 1 }
                try emit(frame)
            }
        }
        let configuration = configuration
        let detectors = detectors
        let tracker = tracker
        try await withThrowingTaskGroup(of: DetectedFrame.self) { rounds in
            var planner = RoundPlanner(
                configuration: configuration,
                isDetectable: { frame in detectors.allSatisfy { $0.covers(frame) } })
            var source = frames.makeAsyncIterator()
            var running = 0
            var results: [Int: [Detection]] = [:]
            while true {
                while planner.wantsFrame {
                    var next: Frame?
                    let began = StageClock.beforeWait()
                    do {
                        next = Task.isCancelled ? nil : try await source.next()
                    } catch is CancellationError {
                        // An interrupted run is a shorter one: what was read is finished.
                    }
                    StageClock.waited(since: began)
                    guard let next else {
                        planner.finish()
                        break
                    }
                    try StageClock.measure(.grayAndPyramid) {
                        planner.append(next, picture: try tracker.picture(next))
                    }
                }
                // Detection runs ahead of the tracking, as far as the planner has decided and there are threads for it.
                while running < max(1, configuration.threads), let (frame, effort) = planner.nextRound() {
                    running += 1
                    rounds.addTask {
                        try StageClock.measure(.detection) {
                            DetectedFrame(
                                index: frame.index,
                                detections: try detectors.flatMap { try $0.detect(in: frame, effort: effort) },
                                horizon: try detectors.horizon(in: frame))
                        }
                    }
                }
                guard let planned = planner.popFirst() else {
                    if planner.isFinished { break }
                    continue
                }
                var round: TrackingSession.Round?
                if let whole = planned.frame {
                    let began = StageClock.beforeWait()
                    while results[planned.picture.index] == nil, let done = try await rounds.next() {
                        running -= 1
                        results[done.index] = done.detections
                        horizons[done.index] = done.horizon
                    }
                    StageClock.waited(since: began)
                    round = TrackingSession.Round(
                        whole: whole, effort: planned.effort,
                        detections: results.removeValue(forKey: planned.picture.index) ?? [])
                    summary.rounds += 1
                }
                if planned.startsShot { summary.cuts += 1 }
                let final = try await session.advance(
                    to: planned.picture, of: planned.size, startsShot: planned.startsShot, round: round)
                summary.frames += 1
                try hand(final)
                progress?(
                    TrackingProgress(
                        frame: planned.picture.index, time: planned.picture.time, framesDone: summary.frames,
                        liveTracks: session.liveCount))
            }
            summary.wasCancelled = Task.isCancelled
        }
        try hand(await session.finish())
        summary.tracks = session.trackCount
        summary.idleSeeds = session.idleSeedCount
        summary.unconfirmed = session.unconfirmedCount
        summary.identified = try session.recognition?.identified()
        summary.tracks -= summary.identified?.returnCount ?? 0
        return summary
    }

    private struct DetectedFrame: Sendable {
        let index: Int
        let detections: [Detection]
        let horizon: Horizon?
    }
}

/// How far a run is.
public struct TrackingProgress: Sendable, Hashable {
    /// The source's index of the frame that was just tracked, and its time in seconds.
    public let frame: Int
    public let time: Double
    /// Frames tracked so far.
    public let framesDone: Int
    /// Tracks that count and are being followed.
    public let liveTracks: Int

    public init(frame: Int, time: Double, framesDone: Int, liveTracks: Int) {
        self.frame = frame
        self.time = time
        self.framesDone = framesDone
        self.liveTracks = liveTracks
    }
}

/// What a run did.
public struct TrackingSummary: Sendable, Hashable {
    public var frames = 0
    public var rounds = 0
    public var cuts = 0
    public var tracks = 0
    public var observations = 0
    /// Seeds that started no track: their time never came, or there was nothing to hold on to.
    public var idleSeeds = 0
    /// Objects that were seen, and by too few rounds to count.
    public var unconfirmed = 0
    public var wasCancelled = false
    /// Frames whose horizon was measured.
    public var horizons = 0
    /// Who the tracks are; nil when it was not asked.
    public var identified: IdentifiedTracks?

    public init() {}
}
