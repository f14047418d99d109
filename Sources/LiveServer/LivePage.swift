internal import Synchronization
public import TrackModel
public import TrackingPipeline
public import VideoIO

/// A page that shows a source with what is tracked in it, and takes wishes from whoever looks.
public struct LivePage: Sendable {
    /// What is told of how it runs.
    public struct Summary: Sendable {
        public var tracked = 0
        public var dropped = 0
        public var tracks = 0
    }

    private let feed: PictureFeed
    private let board: LiveBoard
    private let desk: CommandDesk
    private let server: WebServer
    private let token: String?
    private let address: ListenAddress

    /// Serves from here on; pages see the source once `run` runs.
    ///
    /// - Parameter token: what pages must know; nil when everybody on this machine may look.
    ///
    /// Throws `TrackletError`: `usage` for an address that is none of this machine's, or one that others can reach without a token,
    /// `failure` when the port is taken.
    public init(_ feed: PictureFeed, at address: ListenAddress, token: String?) throws {
        guard address.isLoopback || token != nil else {
            throw TrackletError(
                .usage,
                "At \(address) others than this machine could look and give commands; set a --token that only those know who may, or listen on 127.0.0.1."
            )
        }
        self.feed = feed
        self.token = token
        board = LiveBoard()
        desk = CommandDesk(size: feed.facts.size) { [weak feed] in feed?.wake() }
        server = try WebServer(address, token: token, board: board, desk: desk)
        self.address = ListenAddress(host: address.host, port: server.port)
    }

    /// What to open in a browser.
    public var pageAddress: String { "http://\(address)/" + (token.map { "#token=\($0)" } ?? "") }

    /// Tracks and shows until the task is cancelled, and completes what is being recorded.
    ///
    /// Throws `TrackletError` when a detector or a tracker cannot run.
    public func run(_ tracking: LiveTracking, level: TrackingLevel, recording: RecordingOptions) async throws -> Summary
    {
        defer {
            feed.stop()
            server.stop()
        }
        let session = LiveSession(
            tracking: tracking, level: level, facts: feed.facts, board: board, desk: desk, recording: recording)
        return try await withThrowingDiscardingTaskGroup(returning: Summary.self) { group in
            var session = session
            let feed = feed
            // Pages hear from us also while nothing happens, and those that have gone are noticed.
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(1))
                    feed.wake()
                }
            }
            do {
                while !Task.isCancelled {
                    for errand in try await session.handle(await feed.next()) {
                        let runner = session.runner
                        group.addTask {
                            do { try await runner.run(errand) } catch is CancellationError {}
                        }
                    }
                }
            } catch is CancellationError {
            }
            session.finish()
            group.cancelAll()
            return session.summary
        }
    }
}
