internal import TrackModel

/// One video's tracking while it runs: takes frames in order with the detections of those that were detected, and gives back
/// final observations.
struct TrackingSession {
    var configuration: TrackingConfiguration {
        didSet {
            book.configuration = configuration
            ledger.minimumConfidence = configuration.minimumConfidence
        }
    }
    let detectors: [any Detector]
    var factory: TrackerFactory
    var handler: SequenceHandler
    var book: TrackBook
    var ledger: TrackLedger
    let occlusion = OcclusionReasoning()
    /// What is seen of the tracks; nil when nobody asks who they are.
    var recognition: RecognitionBook?
    private var seeds: [TrackSeed]
    /// Seeds whose box had nothing to hold on to.
    private var unplantedSeeds = 0
    /// Objects that rounds saw and none confirmed.
    var unconfirmedCount = 0
    /// The latest frames with their places, for following objects backward; the last is the current frame.
    var recent: [(place: Int, frame: Frame)] = []
    var place = -1
    /// Inside, everything is in pixels of the pictures that the trackers look at.
    var scale = PictureScale(frame: PixelSize(width: 1, height: 1), picture: PixelSize(width: 1, height: 1))

    /// The keys being followed now.
    var liveCount: Int { book.tracks.count { $0.counts } }
    var trackCount: Int { ledger.trackCount }
    /// Seeds that started no track, be it that their time never came.
    var idleSeedCount: Int { unplantedSeeds + seeds.count }

    /// How far the tracker's box is moved toward the detector's when both are known, 0...1.
    static let detectionShare = 0.5
    /// How many times less exact the boxes of a quick search are than those of a thorough one.
    static let quickNoise = 2.0
    /// The tracker's confidence in every frame since the last detection, and the overlap (intersection over union) with the next
    /// one at the end, from which on nothing is learned by following an object backward as well.
    static let surelyFollowed = (confidence: 0.8, overlap: 0.6)

    init(
        configuration: TrackingConfiguration, detectors: [any Detector], tracker factory: TrackerFactory,
        seeds: [TrackSeed], recognition: TrackRecognition? = nil
    ) {
        self.configuration = configuration
        self.detectors = detectors
        self.factory = factory
        self.seeds = seeds
        handler = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        book = TrackBook(configuration: configuration)
        ledger = TrackLedger(configuration: configuration)
        self.recognition = recognition.map(RecognitionBook.init)
    }

    /// What was found in a frame that was detected.
    struct Round: Sendable {
        /// The whole frame.
        let whole: Frame
        let effort: DetectionEffort
        let detections: [Detection]
    }

    /// Moves on to the next frame.
    ///
    /// - Parameters:
    ///   - frame: what the trackers look at.
    ///   - size: the size of the whole frame.
    ///   - startsShot: the frame before it belongs to another scene.
    ///   - round: nil when the frame was not detected.
    /// - Returns: the frames that are final now, in order.
    mutating func advance(
        to frame: Frame, of size: PixelSize, startsShot: Bool, round: Round?
    ) async throws -> [FrameObservations] {
        var final: [FrameObservations] = []
        if startsShot {
            await endShot()
            final = release(before: place + 1)
            ledger.forgetTrails(except: [])
        }
        scale = PictureScale(frame: size, picture: frame.size)
        place += 1
        ledger.append(place: place, index: frame.index, time: frame.time)
        recent.append((place, factory.wantsColor ? frame.withoutDerived : frame.withoutColor))

        try await follow(frame)
        try await plantSeeds(on: frame)
        if let round {
            try await holdRound(round, on: frame)
        }
        for track in book.tracks where track.counts { ledger.count(track.key) }

        let kept = configuration.looksBack ? configuration.backwardFrames + 1 : 1
        if recent.count > kept { recent.removeFirst(recent.count - kept) }
        if round != nil || !configuration.looksBack || ledger.heldSeconds > 2 * configuration.lookBackSeconds {
            StageClock.measure(.assignment) {
                final += release(before: releasablePlace(now: frame.time))
                ledger.forgetTrails(except: Set(book.tracks.map(\.key)))
            }
        }
        return scale.inFrame(final)
    }

    /// Ends the run: all that is left becomes final.
    mutating func finish() async -> [FrameObservations] {
        await endShot()
        return scale.inFrame(release(before: place + 1))
    }

    /// Ends all tracks.
    mutating func endShot() async {
        for track in book.tracks where !track.counts {
            discard(track.key)
            unconfirmedCount += 1
        }
        book.endAll()
        await handler.stopAll()
        recent.removeAll()
    }

    /// Frames before this place can no longer change: they are older than the window, and no tentative track reaches into them.
    private func releasablePlace(now: Double) -> Int {
        guard configuration.looksBack else { return place + 1 }
        var limit = ledger.place(before: now - configuration.lookBackSeconds)
        for track in book.tracks where !track.counts {
            if let first = ledger.trails[track.key]?.first { limit = min(limit, first) }
        }
        return limit
    }
}

// MARK: - Asked for between frames

extension TrackingSession {
    /// Follows one more object from the next frame on.
    mutating func plant(_ seed: TrackSeed) { seeds.append(seed) }

    /// The track that is written under this id and followed; nil when there is none.
    func key(ofTrack id: Int) -> Int? {
        book.tracks.first { ledger.trails[$0.key]?.id == id }?.key
    }

    /// The id that a track is written under; nil when it has none yet.
    func id(ofKey key: Int) -> Int? { ledger.trails[key]?.id }

    /// Where a track is, in pixels of the frame.
    func frameBox(of track: LiveTrack) -> Box { scale.inFrame(track.box) }

    /// Ends the track that is written under this id, if it is followed.
    mutating func end(track id: Int) async {
        guard let key = key(ofTrack: id) else { return }
        book.end(key)
        await handler.stop(key)
    }

    /// Follows everything by other trackers from here on. They look at pictures of the same size.
    mutating func follow(by factory: TrackerFactory) async throws {
        self.factory = factory
        handler = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        guard let frame = recent.last?.frame else { return }
        for track in book.tracks where track.isFollowed {
            try await handler.start(track.key, on: frame, box: track.box)
        }
    }

    /// The tracks that were written and are lost for now, where they were seen last, with the confidence they have left.
    var fading: [(observation: Observation, shownTime: Double)] {
        book.tracks.compactMap { track in
            guard track.state == .lost, let id = ledger.trails[track.key]?.id else { return nil }
            let observation = Observation(
                track: id, label: track.label, box: scale.inFrame(track.box), confidence: track.confidence,
                source: .tracked)
            return (observation, track.lastShownTime)
        }
    }
}

// MARK: - Following

extension TrackingSession {
    private mutating func follow(_ frame: Frame) async throws {
        var estimates = try await handler.update(on: frame)
        let hidden = StageClock.measure(.assignment) {
            occlusion.hidden(among: candidates(estimates), in: frame.luma)
        }
        for key in hidden {
            let isTentative = book.track(key)?.counts == false
            book.hide(key)
            await end(key, isTentative: isTentative)
            estimates.removeAll { $0.id == key }
        }
        let previous = Dictionary(uniqueKeysWithValues: book.tracks.map { ($0.key, $0.box) })
        let tentative = Set(book.tracks.filter { !$0.counts }.map(\.key))
        let (ended, departed) = StageClock.measure(.assignment) {
            book.follow(estimates, frame: frame.index, time: frame.time, bounds: frame.size.bounds)
        }
        for key in departed { await handler.stop(key) }
        for key in ended { await end(key, isTentative: tentative.contains(key)) }
        for (key, estimate) in estimates {
            guard let estimate, let track = book.track(key), estimate.box.isUsable else { continue }
            let motion = previous[key].map { Motion(from: $0, to: estimate.box) }
            let isShown = track.state != .lost && estimate.confidence >= configuration.minimumConfidence
            ledger.set(
                Draft(
                    box: estimate.box, confidence: isShown ? estimate.confidence : 0, source: .tracked,
                    corners: isShown ? track.corners : nil, followsCorners: isShown && estimate.corners != nil,
                    landmarks: isShown ? track.landmarks : nil,
                    leftPicture: departed.contains(key),
                    forward: isShown ? motion.map { ($0, estimate.confidence) } : nil),
                of: key, label: track.label, at: place)
        }
    }

    /// What the occlusion reasoning wants to know of those that trackers hold.
    func candidates(_ estimates: [(id: Int, estimate: TrackerEstimate?)]) -> [OcclusionReasoning.Candidate] {
        estimates.compactMap { key, estimate in
            guard let estimate, estimate.confidence >= configuration.minimumConfidence, estimate.box.isUsable,
                let track = book.track(key)
            else { return nil }
            return OcclusionReasoning.Candidate(
                key: key, label: track.label, box: estimate.box, appearance: track.appearance)
        }
    }

    /// The same of those that are known to be in a frame that is held.
    func drafted(at place: Int, except: Set<Int>) -> [OcclusionReasoning.Candidate] {
        ledger.trails.compactMap { key, trail in
            guard !except.contains(key), trail.counts, let draft = trail[place],
                draft.confidence >= configuration.minimumConfidence
            else { return nil }
            return OcclusionReasoning.Candidate(key: key, label: trail.label, box: draft.box, appearance: nil)
        }
    }

    mutating func end(_ key: Int, isTentative: Bool) async {
        await handler.stop(key)
        if isTentative { discard(key) }
    }

    private mutating func plantSeeds(on frame: Frame) async throws {
        for seed in seeds.filter({ $0.isDue(frame: frame.index, time: frame.time) }) {
            let box = scale.inPicture(seed.box)
            let key = book.seed(label: seed.label, box: box, frame: frame.index, time: frame.time)
            guard try await handler.start(key, on: frame, box: box) else {
                book.end(key)
                unplantedSeeds += 1
                continue
            }
            ledger.set(
                Draft(box: box, confidence: 1, source: .seeded, measurement: box),
                of: key, label: seed.label, at: place)
        }
        seeds.removeAll { $0.isDue(frame: frame.index, time: frame.time) }
    }
}
