public import TrackModel

/// Tracks what a live source shows, frame by frame, and takes wishes between frames: something pointed at, a track to end, other
/// settings.
///
/// Frames may be missing: whoever is late leaves some out. The detectors run beside the tracking, and what they find is carried by a
/// tracker from the frame that was searched to the frame that is current when the search is done, so that no frame waits for a
/// search. What `observed` calls detected was therefore seen a few frames before.
///
///     if let search = tracking.search(for: frame) { … found = try search.run() … }
///     let now = try await tracking.advance(to: next, found: found)
public struct LiveTracking: Sendable {
    public private(set) var configuration: TrackingConfiguration
    /// Whether the detectors look for objects by themselves.
    public private(set) var detects: Bool
    /// Whether there are detectors at all.
    public var canDetect: Bool { !detectors.isEmpty }

    private let detectors: [any Detector]
    private var factory: TrackerFactory
    private var session: TrackingSession
    private var schedule: DetectionSchedule
    private var cuts = SceneCutDetector()
    private var shot = 0
    private var isShotSearched = false
    private var isSearching = false
    private var thoroughTime: Double?
    /// The pictures of the latest frames, without what was made from them: searches and the user speak of frames that have passed.
    private var kept: [KeptFrame] = []
    /// Tracks the user ended while the detectors would find their objects again: followed, and not shown.
    private var dismissed: Set<Int> = []
    private var pointed: [LiveSearch] = []

    private struct KeptFrame: Sendable {
        let picture: Frame
        let size: PixelSize
    }

    /// Seconds for which a track is still shown, dimmed, after it fell below the confidence cut.
    public static let fadingSeconds = 0.8
    /// How many frames back a search, or the user, may speak of.
    static let keptFrames = 32
    /// The side of what is followed around a point where no object was found, as a share of the picture's shorter side.
    static let pointShare = 0.2

    /// - Parameters:
    ///   - detectors: run one after another in each round; may be empty.
    ///   - detects: whether they look by themselves, and not only where the user points.
    public init(
        configuration: TrackingConfiguration = TrackingConfiguration(), detectors: [any Detector],
        tracker: TrackerFactory, detects: Bool = true
    ) {
        var configuration = configuration
        configuration.looksBack = false
        self.configuration = configuration
        self.detectors = detectors
        self.detects = detects && !detectors.isEmpty
        factory = tracker
        session = TrackingSession(configuration: configuration, detectors: detectors, tracker: tracker, seeds: [])
        schedule = DetectionSchedule(interval: configuration.interval)
    }

    /// Tracks of which the user was told so far.
    public var trackCount: Int { session.trackCount }
}

// MARK: - Frames

extension LiveTracking {
    /// A search that is due on the frame tracked last, or was asked for by the user, to be run beside the tracking; nil when none is.
    public mutating func search(for frame: Frame) -> LiveSearch? {
        if !pointed.isEmpty { return pointed.removeFirst() }
        guard detects, !isSearching, kept.last?.picture.index == frame.index,
            schedule.isDue(frame: frame.index, time: frame.time, startsShot: !isShotSearched)
        else { return nil }
        let isThorough = thoroughTime.map { frame.time - $0 >= RoundPlanner.thoroughSeconds } ?? true
        if isThorough { thoroughTime = frame.time }
        isShotSearched = true
        isSearching = true
        return LiveSearch(
            frame: frame, purpose: .round(isThorough ? .thorough : .quick), detectors: detectors, shot: shot)
    }

    /// Moves on to a frame.
    ///
    /// - Parameters:
    ///   - frame: later than the one before.
    ///   - beginsAnew: whether it has nothing to do with the one before: the source was opened again.
    ///   - found: what searches have found since the frame before.
    ///
    /// Throws what trackers and detectors throw.
    public mutating func advance(
        to frame: Frame, beginsAnew: Bool = false, found: [LiveSearch.Found] = []
    ) async throws -> LiveFrame {
        let picture = try factory.picture(frame)
        let startsShot = cuts.startsShot(frame.luma) || beginsAnew
        if startsShot {
            forgetShot()
            kept.removeAll()
        }
        kept.append(KeptFrame(picture: picture.withoutDerived, size: frame.size))
        if kept.count > Self.keptFrames { kept.removeFirst(kept.count - Self.keptFrames) }

        var round: TrackingSession.Round?
        for search in found where search.shot == shot {
            switch search.purpose {
            case .round(let effort):
                isSearching = false
                guard detects, let detections = try await carried(search.detections, from: search.frame, to: picture)
                else { continue }
                round = TrackingSession.Round(whole: frame, effort: effort, detections: detections)
            case .seed(let seed, _):
                var seed = seed
                if let detection = search.detections.first { (seed.box, seed.label) = (detection.box, detection.label) }
                try await plant(seed, of: search.frame, on: picture)
            }
        }
        let final = try await session.advance(
            to: picture, of: frame.size, startsShot: startsShot, round: round)
        var observed = final.last ?? FrameObservations(frame: frame.index, time: frame.time, observations: [])
        observed.observations.removeAll { dismissed.contains($0.track) }
        let fading = session.fading.filter { track in
            !dismissed.contains(track.observation.track) && frame.time - track.shownTime <= Self.fadingSeconds
        }
        return LiveFrame(observed: observed, fading: fading.map(\.observation))
    }

    private mutating func forgetShot() {
        shot += 1
        pointed.removeAll()
        dismissed.removeAll()
        isSearching = false
        isShotSearched = false
        thoroughTime = nil
    }

    /// The detections of a frame that has passed, as a tracker carries them to the current one, those it loses left out; nil when that frame
    /// is too long ago.
    private func carried(_ detections: [Detection], from index: Int, to picture: Frame) async throws -> [Detection]? {
        guard let start = kept.last(where: { $0.picture.index == index }) else { return nil }
        guard index != picture.index, !detections.isEmpty else { return detections }
        let scale = PictureScale(frame: start.size, picture: start.picture.size)
        let carrier = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        let from = start.picture.withoutDerived
        for (number, detection) in detections.enumerated() {
            let inPicture = scale.inPicture(detection)
            try await carrier.start(number, on: from, box: inPicture.box)
            if let corners = inPicture.corners { try await carrier.hold(corners, of: number, on: from) }
        }
        return try await carrier.update(on: picture).compactMap { number, estimate in
            guard let estimate, estimate.confidence >= configuration.minimumConfidence else { return nil }
            var carried = detections[number].carried(to: scale.inFrame(estimate.box))
            if let corners = estimate.corners { carried.corners = scale.inFrame(corners) }
            return carried
        }
    }
}

// MARK: - Wishes

extension LiveTracking {
    /// Follows what is in the box of a frame that was given out, from the next frame on.
    ///
    /// - Parameter frame: its index; the current one when it is nil or too long ago.
    public mutating func seed(_ box: Box, label: String, frame: Int? = nil) async throws {
        guard let current = kept.last?.picture else { return }
        try await plant(TrackSeed(box: box, label: label, place: .frame(0)), of: frame ?? current.index, on: current)
    }

    /// Follows the object at a point of a frame that was given out: the one the detectors find there, or what is around the point.
    ///
    /// - Parameters:
    ///   - whole: the current frame, for the detectors.
    ///   - index: of the frame the user saw; the current one when it is nil.
    public mutating func seed(at point: Point, label: String, in whole: Frame, frame index: Int? = nil) async throws {
        guard let current = kept.last else { return }
        let side = Self.pointShare * Double(min(current.size.width, current.size.height))
        let box = Box(center: point, width: side, height: side)
        let seed = TrackSeed(
            box: box.clipped(to: current.size.bounds) ?? box, label: label, place: .frame(0))
        guard canDetect else { return try await plant(seed, of: index ?? whole.index, on: current.picture) }
        pointed.append(
            LiveSearch(frame: whole, purpose: .seed(seed, at: point), detectors: detectors, shot: shot))
    }

    private mutating func plant(_ seed: TrackSeed, of index: Int, on picture: Frame) async throws {
        var seed = seed
        let pointedAt = Detection(box: seed.box, confidence: 1, label: seed.label)
        if let moved = try await carried([pointedAt], from: index, to: picture)?.first { seed.box = moved.box }
        // What is pointed at again is wanted again.
        for track in session.book.tracks where track.box.isUsable {
            if let id = session.id(ofKey: track.key), dismissed.contains(id),
                session.frameBox(of: track).intersectionOverUnion(with: seed.box) > 0.3
            {
                dismissed.remove(id)
            }
        }
        session.plant(seed)
    }

    /// Ends a track. While the detectors look by themselves its object stays known, so that it is not found again at once.
    public mutating func end(track id: Int) async {
        if detects {
            dismissed.insert(id)
        } else {
            await session.end(track: id)
        }
    }

    /// Ends all tracks.
    public mutating func reset() async {
        await session.endShot()
        forgetShot()
    }

    /// Has the detectors look by themselves, or not.
    public mutating func setDetects(_ isOn: Bool) async {
        guard isOn != detects, canDetect else { return }
        detects = isOn
        if !isOn {
            for id in dismissed { await session.end(track: id) }
            dismissed.removeAll()
        }
        isShotSearched = false
    }

    public mutating func setInterval(_ interval: DetectionInterval) {
        configuration.interval = interval
        session.configuration.interval = interval
        schedule = DetectionSchedule(interval: interval)
        isShotSearched = false
    }

    /// - Parameter confidence: 0...1.
    public mutating func setMinimumConfidence(_ confidence: Double) {
        configuration.minimumConfidence = confidence
        session.configuration.minimumConfidence = confidence
    }

    /// Follows everything by other trackers from here on. They look at pictures of the same size.
    public mutating func setTracker(_ factory: TrackerFactory) async throws {
        self.factory = factory
        try await session.follow(by: factory)
    }
}
