internal import Synchronization
internal import TrackModel

/// Takes pages' commands in, checked and no more than can be done, and hands them to the session between two frames.
final class CommandDesk: Sendable {
    private struct State {
        var commands: [LiveCommand] = []
        var limit: RateLimit
        var size: PixelSize
        var tracks: Set<Int> = []
        var isOver = false
    }

    private let state: Mutex<State>
    private let wake: @Sendable () -> Void

    /// The most commands that wait for the next frame.
    static let capacity = 64
    /// The most tracks that are followed by wish.
    static let rate = (perSecond: 30.0, burst: 60.0)

    /// - Parameter wake: tells the session that there is something to do.
    init(size: PixelSize, wake: @escaping @Sendable () -> Void) {
        state = Mutex(State(limit: RateLimit(perSecond: Self.rate.perSecond, burst: Self.rate.burst), size: size))
        self.wake = wake
    }

    /// Takes a command in. Throws `RequestRefusal`: what reading it throws, 404 for a track that is not there, 409 when there is no
    /// source to do it with any more, 429 when there are too many.
    func take(json bytes: [UInt8], at now: ContinuousClock.Instant) throws(RequestRefusal) {
        let (isAdmitted, size) = state.withLock { ($0.limit.admits(at: now), $0.size) }
        guard isAdmitted else { throw Self.tooMany }
        let command = try LiveCommand(json: bytes, in: size)
        let refusal: RequestRefusal? = state.withLock { state in
            guard state.commands.count < Self.capacity else { return Self.tooMany }
            switch command {
            case .point, .box:
                if state.isOver {
                    return RequestRefusal(409, "The source has ended; there is nothing to follow in it.")
                }
            case .end(let track), .name(let track, _):
                guard state.tracks.contains(track) else {
                    return RequestRefusal(404, "There is no track \(track) in the list.")
                }
            case .reset, .set, .record: break
            }
            state.commands.append(command)
            return nil
        }
        if let refusal { throw refusal }
        wake()
    }

    private static let tooMany = RequestRefusal(
        429, "Too many commands: \(Int(rate.perSecond)) a second are done; wait a moment.")

    // MARK: For the session

    /// What is to be done, in the order asked.
    func commands() -> [LiveCommand] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// What commands are held against.
    func know(size: PixelSize? = nil, tracks: Set<Int>? = nil, isOver: Bool? = nil) {
        state.withLock { state in
            if let size { state.size = size }
            if let tracks { state.tracks = tracks }
            if let isOver { state.isOver = isOver }
        }
    }
}
