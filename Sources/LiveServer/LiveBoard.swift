internal import Synchronization

/// What is shown now, for however many pages ask: only the newest, so that nobody who is slow holds anything up.
///
/// Whoever has the newest waits for the next by leaving a closure, which is called once and must not block.
final class LiveBoard: Sendable {
    /// What a page is given.
    struct Showing: Sendable {
        /// Rises with everything that is published.
        var version = 0
        /// The state, an object of JSON without its closing brace.
        var state: [UInt8] = []
        /// The picture the state's boxes belong to, and the version it came with; empty before the first.
        var jpeg: [UInt8] = []
        var pictureVersion = 0
        /// The list of tracks, an array of JSON, and the version it came with.
        var tracks: [UInt8] = []
        var tracksVersion = 0
    }

    private struct State {
        var showing = Showing()
        var photos: [Int: [UInt8]] = [:]
        var waiting: [@Sendable () -> Void] = []
        var asked: ContinuousClock.Instant?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Seconds without a question after which nobody counts as looking.
    private static let patience = Duration.seconds(3)

    // MARK: For the session

    /// Whether a page has asked lately: pictures need not be encoded for nobody.
    func isWatched(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in state.asked.map { now - $0 < Self.patience } ?? false }
    }

    /// Shows a state, and a picture and a list of tracks when they are new.
    func publish(
        jpeg: [UInt8]? = nil, tracks: [UInt8]? = nil, photos: [Int: [UInt8]]? = nil,
        state makeState: (_ version: Int) -> [UInt8]
    ) {
        let version = state.withLock { $0.showing.version + 1 }
        let text = makeState(version)
        let waiting = state.withLock { state in
            state.showing.version = version
            state.showing.state = text
            if let jpeg { (state.showing.jpeg, state.showing.pictureVersion) = (jpeg, version) }
            if let tracks { (state.showing.tracks, state.showing.tracksVersion) = (tracks, version) }
            if let photos { state.photos = photos }
            defer { state.waiting = [] }
            return state.waiting
        }
        for resume in waiting { resume() }
    }

    /// Lets all who wait go, and nobody wait any more.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for resume in waiting { resume() }
    }

    // MARK: For the pages

    /// What is newer than a version, or nil after `wait` was asked for a closure to be called when there is.
    func showing(
        after version: Int, at now: ContinuousClock.Instant, orWait wait: () -> @Sendable () -> Void
    ) -> Showing? {
        state.withLock { state in
            state.asked = now
            if state.showing.version > version || state.isClosed { return state.showing }
            state.waiting.append(wait())
            return nil
        }
    }

    /// The best picture of a track, a JPEG; nil when there is none.
    func photo(ofTrack track: Int) -> [UInt8]? { state.withLock { $0.photos[track] } }
}
