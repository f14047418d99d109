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
    private let detectors: [any Detector]
    private var factory: TrackerFactory
    private var handler: SequenceHandler
    private(set) var book: TrackBook
    private var ledger: TrackLedger
    private let occlusion = OcclusionReasoning()
    private var seeds: [TrackSeed]
    /// Seeds whose box had nothing to hold on to.
    private var unplantedSeeds = 0
    /// Objects that rounds saw and none confirmed.
    private(set) var unconfirmedCount = 0
    /// The latest frames with their places, for following objects backward; the last is the current frame.
    private var recent: [(place: Int, frame: Frame)] = []
    private var place = -1
    /// Inside, everything is in pixels of the pictures that the trackers look at.
    private var scale = PictureScale(frame: PixelSize(width: 1, height: 1), picture: PixelSize(width: 1, height: 1))

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
        seeds: [TrackSeed]
    ) {
        self.configuration = configuration
        self.detectors = detectors
        self.factory = factory
        self.seeds = seeds
        handler = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        book = TrackBook(configuration: configuration)
        ledger = TrackLedger(configuration: configuration)
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
            final = ledger.release(before: place + 1)
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
                final += ledger.release(before: releasablePlace(now: frame.time))
                ledger.forgetTrails(except: Set(book.tracks.map(\.key)))
            }
        }
        return scale.inFrame(final)
    }

    /// Ends the run: all that is left becomes final.
    mutating func finish() async -> [FrameObservations] {
        await endShot()
        return scale.inFrame(ledger.release(before: place + 1))
    }

    /// Ends all tracks.
    mutating func endShot() async {
        for track in book.tracks where !track.counts {
            ledger.discard(track.key)
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
                    corners: isShown ? track.corners : nil, landmarks: isShown ? track.landmarks : nil,
                    leftPicture: departed.contains(key),
                    forward: isShown ? motion.map { ($0, estimate.confidence) } : nil),
                of: key, label: track.label, at: place)
        }
    }

    /// What the occlusion reasoning wants to know of those that trackers hold.
    private func candidates(_ estimates: [(id: Int, estimate: TrackerEstimate?)]) -> [OcclusionReasoning.Candidate] {
        estimates.compactMap { key, estimate in
            guard let estimate, estimate.confidence >= configuration.minimumConfidence, estimate.box.isUsable,
                let track = book.track(key)
            else { return nil }
            return OcclusionReasoning.Candidate(
                key: key, label: track.label, box: estimate.box, appearance: track.appearance)
        }
    }

    /// The same of those that are known to be in a frame that is held.
    private func drafted(at place: Int, except: Set<Int>) -> [OcclusionReasoning.Candidate] {
        ledger.trails.compactMap { key, trail in
            guard !except.contains(key), trail.counts, let draft = trail[place],
                draft.confidence >= configuration.minimumConfidence
            else { return nil }
            return OcclusionReasoning.Candidate(key: key, label: trail.label, box: draft.box, appearance: nil)
        }
    }

    private mutating func end(_ key: Int, isTentative: Bool) async {
        await handler.stop(key)
        if isTentative { ledger.discard(key) }
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

// MARK: - Rounds

extension TrackingSession {
    private mutating func holdRound(_ round: Round, on frame: Frame) async throws {
        let whole = round.whole
        // A box without a size, or wholly outside the picture, is nothing that could be followed.
        let detections = round.detections.map(scale.inPicture).filter {
            $0.box.isUsable && $0.box.clipped(to: frame.size.bounds) != nil
        }
        let tracked = Dictionary(uniqueKeysWithValues: book.tracks.map { ($0.key, $0) })
        var appearances = StageClock.measure(.assignment) {
            detections.map { Appearance(of: $0.box, in: frame.luma) }
        }
        let secondLooks = try await lookAgain(on: frame, whole: whole, after: detections, appearances)
        let outcome = try StageClock.measure(.assignment) {
            appearances += secondLooks.map { Appearance(of: $0.box, in: frame.luma) }
            return try book.round(
                detections, secondLooks: secondLooks, appearances: appearances, frame: frame.index, time: frame.time)
        }
        for key in outcome.ended { await end(key, isTentative: true) }
        unconfirmedCount += outcome.ended.count
        for key in outcome.hidden {
            ledger.update(key, at: place) { $0.confidence = 0 }
            await handler.stop(key)
        }

        for (key, detection) in outcome.seen + outcome.returned + outcome.born {
            // Second looks are as thorough as can be.
            let isThorough = round.effort == .thorough || secondLooks.contains(detection)
            let forward = ledger.draft(key, at: place)?.forward
            var box = detection.box
            var isSteady = false
            if let forward, let before = tracked[key] {
                isSteady = before.isSteady(forward.confidence, on: detection.box, time: frame.time)
                box = isSteady ? before.box : before.box.interpolated(to: detection.box, share: Self.detectionShare)
            }
            if !isSteady {
                // A box with nothing to hold on to is still a detection; the track is lost until a round sees it again.
                _ = try await handler.start(key, on: frame, box: box)
                book.plant(key, time: frame.time)
            }
            book.place(key, box: box, confidence: detection.confidence)
            ledger.set(
                Draft(
                    box: box, confidence: max(detection.confidence, configuration.minimumConfidence), source: .detected,
                    corners: detection.corners, landmarks: detection.landmarks, measurement: detection.box,
                    measurementNoise: isThorough ? 1 : Self.quickNoise, forward: forward),
                of: key, label: detection.label, at: place)
        }
        if configuration.looksBack {
            try await followBackward(outcome, from: frame)
        }
        for (new, old) in outcome.recognized { try await join(new, into: old, on: frame) }
    }

    /// Looks once more, at its place, for each track that the round's detections leave unseen.
    private func lookAgain(
        on frame: Frame, whole: Frame, after detections: [Detection], _ appearances: [Appearance?]
    ) async throws -> [Detection] {
        let unseen = try StageClock.measure(.assignment) {
            try book.unseen(by: detections, appearances: appearances, time: frame.time)
        }
        let detectors = detectors
        let scale = scale
        let tasks = max(1, min(configuration.threads, unseen.count))
        let found = try await withThrowingTaskGroup(of: (task: Int, found: [Detection?]).self) { group in
            for task in 0..<tasks {
                let share = unseen[unseen.count * task / tasks..<unseen.count * (task + 1) / tasks]
                group.addTask {
                    let found = try share.map { track in
                        try StageClock.measure(.detection) {
                            for detector in detectors {
                                if let detection = try detector.look(
                                    for: track.label, expectedIn: scale.inFrame(track.box), of: whole)
                                {
                                    return scale.inPicture(detection) as Detection?
                                }
                            }
                            return nil
                        }
                    }
                    return (task, found)
                }
            }
            var parts = [[Detection?]](repeating: [], count: tasks)
            for try await part in group { parts[part.task] = part.found }
            return parts.flatMap { $0 }
        }
        // One object is one detection, whoever was looked for.
        return found.reduce(into: []) { kept, detection in
            guard let detection else { return }
            let isKnown = (detections + kept).contains {
                $0.label == detection.label && $0.box.intersectionOverUnion(with: detection.box) > 0.4
            }
            if !isKnown { kept.append(detection) }
        }
    }

    /// Follows what this round saw backward through the frames that are held: the seen to the round before, the new and the
    /// returned as far as they can be followed.
    private mutating func followBackward(_ outcome: RoundOutcome, from frame: Frame) async throws {
        let backward = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        var boxes: [Int: Box] = [:]
        let isNew = Set(outcome.born.map(\.key))
        for (key, detection) in outcome.seen + outcome.returned + outcome.born {
            if !isNew.contains(key), isWellFollowed(key, to: detection) { continue }
            guard let box = book.track(key)?.box, try await backward.start(key, on: frame, box: box) else { continue }
            boxes[key] = box
        }
        var relinks: [(new: Int, old: Int)] = []
        for (place, held) in recent.dropLast().reversed() where !boxes.isEmpty {
            // A pyramid is many times as large as its picture: it goes when the trackers have moved on.
            let frame = held.withoutDerived
            let estimates = try await backward.update(on: frame)
            let hidden = StageClock.measure(.assignment) {
                occlusion.hidden(
                    among: candidates(estimates), or: drafted(at: place, except: Set(estimates.map(\.id))),
                    in: frame.luma)
            }
            for key in hidden {
                boxes[key] = nil
                await backward.stop(key)
            }
            for (key, estimate) in estimates {
                guard let later = boxes[key] else { continue }
                guard let estimate, estimate.confidence >= configuration.minimumConfidence, estimate.box.isUsable,
                    frame.size.bounds.contains(estimate.box.center)
                else {
                    boxes[key] = nil
                    await backward.stop(key)
                    continue
                }
                let motion = Motion(from: estimate.box, to: later)
                ledger.update(key, at: place + 1) { $0.backward = (motion, estimate.confidence) }
                boxes[key] = estimate.box

                if isNew.contains(key),
                    let old = lostTrack(under: estimate.box, label: ledger.trails[key]?.label, at: place)
                {
                    relinks.append((key, old))
                    boxes[key] = nil
                    await backward.stop(key)
                    continue
                }
                let draft = ledger.draft(key, at: place)
                if var draft, draft.forward != nil || draft.measurement != nil {
                    draft.confidence = max(draft.confidence, estimate.confidence)
                    ledger.update(key, at: place) { $0 = draft }
                    if draft.measurement != nil {
                        boxes[key] = nil
                        await backward.stop(key)
                    }
                } else {
                    if place < (ledger.firstPlace ?? 0) || isTaken(estimate.box, at: place, except: key) {
                        boxes[key] = nil
                        await backward.stop(key)
                        continue
                    }
                    ledger.set(
                        Draft(box: estimate.box, confidence: estimate.confidence, source: .backfilled),
                        of: key, label: ledger.trails[key]?.label ?? "", at: place)
                }
            }
        }
        for (new, old) in relinks { try await join(new, into: old, on: frame) }
    }

    /// Makes a new track the continuation of a lost one, unless it has been written under an id of its own.
    private mutating func join(_ new: Int, into old: Int, on frame: Frame) async throws {
        guard book.track(old)?.state == .lost, book.track(new) != nil, ledger.trails[new]?.id == nil else { return }
        book.join(new, into: old)
        ledger.join(new, into: old)
        await handler.stop(new)
        if let track = book.track(old) { _ = try await handler.start(old, on: frame, box: track.box) }
    }

    /// Whether the forward tracker carried an object from its last detection to this one so surely that following it back would
    /// tell nothing new.
    private func isWellFollowed(_ key: Int, to detection: Detection) -> Bool {
        guard let trail = ledger.trails[key], let now = trail[place]?.forward,
            now.confidence >= Self.surelyFollowed.confidence,
            let before = trail[place - 1]?.box,
            before.moved(by: now.motion).intersectionOverUnion(with: detection.box) >= Self.surelyFollowed.overlap
        else { return false }
        var earlier = place - 1
        while let draft = trail[earlier], draft.measurement == nil {
            guard let forward = draft.forward, forward.confidence >= Self.surelyFollowed.confidence else {
                return false
            }
            earlier -= 1
        }
        return trail[earlier]?.measurement != nil
    }

    /// A lost track that was on this box in that frame: the new object is the old one.
    private func lostTrack(under box: Box, label: String?, at place: Int) -> Int? {
        book.tracks.first { track in
            guard track.state == .lost, track.label == label, let draft = ledger.draft(track.key, at: place),
                draft.confidence >= configuration.minimumConfidence
            else { return false }
            return draft.box.intersectionOverUnion(with: box) > 0.4
        }?.key
    }

    private func isTaken(_ box: Box, at place: Int, except key: Int) -> Bool {
        ledger.trails.contains { other, trail in
            guard other != key, trail.counts, trail.label == ledger.trails[key]?.label, let draft = trail[place],
                draft.confidence >= configuration.minimumConfidence
            else { return false }
            return draft.box.intersectionOverUnion(with: box) > 0.5
        }
    }
}
