internal import Foundation
internal import Synchronization
internal import TrackModel
internal import Trackers
internal import TrackingPipeline
internal import VideoIO

/// Takes pictures as they come, has them tracked, does between two of them what pages ask for, and shows the outcome.
struct LiveSession {
    let board: LiveBoard
    let desk: CommandDesk
    private let recordingOptions: RecordingOptions
    private let facts: SourceFacts
    private let encoder = PictureEncoder()
    private let searches = SearchDesk()

    private var tracking: LiveTracking
    private var level: TrackingLevel
    private var gallery = TrackGallery()
    private var state: LiveState
    private var recording: Recording?
    private var lastFrame: Frame?
    private var trackedMoments: [ContinuousClock.Instant] = []

    /// What is to be run beside the session.
    enum Errand: Sendable {
        case search(LiveSearch)
        case record(Recording)
    }

    init(
        tracking: LiveTracking, level: TrackingLevel, facts: SourceFacts, board: LiveBoard, desk: CommandDesk,
        recording: RecordingOptions
    ) {
        self.tracking = tracking
        self.level = level
        self.facts = facts
        self.board = board
        self.desk = desk
        recordingOptions = recording
        state = LiveState(
            source: LiveState.Source(name: Self.name(of: facts), width: facts.size.width, height: facts.size.height),
            settings: LiveState.Settings(
                detector: false, canDetect: false, level: "", interval: "", minimumConfidence: 0))
        showSettings()
    }

    /// Runs errands beside the session.
    var runner: Runner { Runner(searches: searches) }

    struct Runner: Sendable {
        fileprivate let searches: SearchDesk

        /// Throws `TrackletError` when a detector cannot run.
        func run(_ errand: Errand) async throws {
            switch errand {
            case .search(let search): try await searches.run(search)
            // Not ended with the run: what waits to be written then is written.
            case .record(let recording): await Task { await recording.write() }.value
            }
        }
    }

    /// What it has come to.
    var summary: LivePage.Summary {
        LivePage.Summary(
            tracked: state.counters.tracked, dropped: state.counters.dropped, tracks: tracking.trackCount)
    }

    /// Does what there is to do: commands, then the picture. Gives back what is to be run beside it.
    mutating func handle(_ delivery: PictureFeed.Delivery) async throws -> [Errand] {
        var errands: [Errand] = []
        for notice in delivery.notices { take(notice) }
        state.counters.dropped += delivery.dropped
        state.counters.received += delivery.dropped
        for command in desk.commands() { try await carryOut(command, &errands) }
        if let arrival = delivery.arrival {
            try await track(arrival, &errands)
        } else {
            show()
        }
        return errands
    }

    /// Completes what is being recorded.
    func finish() { recording?.finish() }

    // MARK: - The source

    private mutating func take(_ notice: PictureFeed.Notice) {
        switch notice {
        case .lost(let message, let seconds):
            state.source.state = "lost"
            state.source.message = "\(message) It is tried again in \(seconds) s."
        case .found:
            state.source.state = "playing"
            state.source.message = ""
        case .ended(let failure):
            state.source.state = "ended"
            state.source.message = failure ?? "The source has ended."
            desk.know(isOver: true)
        }
    }

    private mutating func track(_ arrival: PictureFeed.Arrival, _ errands: inout [Errand]) async throws {
        let picture = arrival.picture
        let frame = picture.frame
        let isWatched = board.isWatched(at: .now)
        // Encoded beside the tracking: both only read the picture.
        async let encoded = isWatched ? encoder.page(of: picture) : nil
        let live = try await tracking.advance(
            to: frame, beginsAnew: arrival.beginsAnew, found: searches.take())
        if let search = tracking.search(for: frame) { errands.append(.search(search)) }
        lastFrame = frame

        let observed = gallery.labelled(live.observed.observations)
        let fading = gallery.labelled(live.fading)
        gallery.add(observed, time: picture.time)
        record(picture, observed)

        state.source.width = picture.size.width
        state.source.height = picture.size.height
        state.frame = picture.index
        state.time = picture.time.rounded(toDecimals: 3)
        state.captured = arrival.captured.milliseconds
        state.items =
            fading.map { LiveState.Item($0, isDimmed: true) } + observed.map { LiveState.Item($0, isDimmed: false) }
        state.counters.received += 1
        state.counters.tracked += 1
        countMoment()
        desk.know(size: picture.size, tracks: gallery.ids)
        show(jpeg: try await encoded)

        // After the page was served: a better picture for the list may come a little later.
        if isWatched,
            let (best, score) = gallery.betterPhoto(among: observed, in: picture.size, time: picture.time),
            let photo = try await encoder.photo(of: best.box, in: picture)
        {
            gallery.keep(photo, of: best.track, score: score, time: picture.time)
        }
    }

    private mutating func countMoment() {
        let now = ContinuousClock.now
        trackedMoments.append(now)
        trackedMoments.removeAll { now - $0 > .seconds(2) }
        guard let first = trackedMoments.first, now > first else { return }
        let seconds = (now - first) / .seconds(1)
        state.counters.perSecond = (Double(trackedMoments.count - 1) / seconds).rounded(toDecimals: 1)
    }

    private mutating func record(_ picture: SharedPicture, _ observations: [Observation]) {
        guard let recording, recording.report.current.isOn else { return }
        if recording.size == picture.size {
            recording.add(picture, observations)
        } else {
            recording.finish()
        }
    }

    // MARK: - Commands

    private mutating func carryOut(_ command: LiveCommand, _ errands: inout [Errand]) async throws {
        switch command {
        case .point(let point, let index):
            guard let lastFrame else { return }
            try await tracking.seed(at: point, label: "object", in: lastFrame, frame: index)
        case .box(let box, let label, let index): try await tracking.seed(box, label: label, frame: index)
        case .end(let track): await tracking.end(track: track)
        case .name(let track, let label): gallery.name(track, label)
        case .reset: await tracking.reset()
        case .set(let wish): try await change(wish)
        case .record(let on): record(on, &errands)
        }
        if let search = lastFrame.flatMap({ tracking.search(for: $0) }) { errands.append(.search(search)) }
    }

    private mutating func change(_ wish: LiveSettingsChange) async throws {
        if let detector = wish.detector { await tracking.setDetects(detector) }
        if let interval = wish.interval { tracking.setInterval(interval) }
        if let confidence = wish.minimumConfidence { tracking.setMinimumConfidence(confidence) }
        if let level = wish.level, level != self.level {
            self.level = level
            try await tracking.setTracker(TrackerRegistry.factory(for: level))
        }
        showSettings()
    }

    private mutating func record(_ on: Bool, _ errands: inout [Errand]) {
        guard on else {
            recording?.finish()
            return
        }
        let status = recording?.report.current ?? RecordingStatus()
        guard !status.isOn, !status.isFinishing else { return }
        let size = PixelSize(width: state.source.width, height: state.source.height)
        let new = Recording(
            name: Recording.name(at: Date()), facts: facts, size: size, options: recordingOptions)
        recording = new
        errands.append(.record(new))
    }

    // MARK: - Showing

    private mutating func showSettings() {
        state.settings = LiveState.Settings(
            detector: tracking.detects, canDetect: tracking.canDetect, level: level.rawValue,
            interval: tracking.configuration.interval.description,
            minimumConfidence: tracking.configuration.minimumConfidence)
    }

    private mutating func show(jpeg: [UInt8]? = nil) {
        if let recording { state.recording = recording.report.current }
        let (state, tracks) = (state, gallery.news(at: state.time))
        board.publish(jpeg: jpeg, tracks: tracks, photos: tracks.map { _ in gallery.photos }) { version in
            var state = state
            state.version = version
            return state.openJSON()
        }
    }
}

extension LiveSession {
    /// What the page calls the source: whoever sees it need not know where it lies here.
    fileprivate static func name(of facts: SourceFacts) -> String {
        facts.name.contains("://") ? facts.name : URL(fileURLWithPath: facts.name).lastPathComponent
    }
}
