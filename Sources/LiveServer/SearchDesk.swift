internal import Dispatch
internal import Synchronization
internal import TrackingPipeline

/// Runs searches one after another on a thread that is not the tasks', so that none of them waits for a search, and keeps what they
/// found until the session comes for it.
final class SearchDesk: Sendable {
    private let queue = DispatchQueue(label: "tracklet.live.search")
    private let found = Mutex<[LiveSearch.Found]>([])

    /// Runs a search. Throws what it throws.
    func run(_ search: LiveSearch) async throws {
        let result: Result<LiveSearch.Found, any Error> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try search.run() }) }
        }
        let one = try result.get()
        found.withLock { $0.append(one) }
    }

    /// What was found since this was asked last.
    func take() -> [LiveSearch.Found] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}
