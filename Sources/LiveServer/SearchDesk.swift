internal import Dispatch
internal import Synchronization
internal import TrackingPipeline

/// Runs searches one after another on a thread that is not the tasks', so that none of them waits for a search, and keeps what they
/// found until the session comes for it.
final class SearchDesk: Sendable {
    private let queue = DispatchQueue(label: "tracklet.live.search")
    private let found = Mutex<[LiveSearch.Found]>([])

    /// Runs a search. Throws what it throws, and `CancellationError` as soon as the task is cancelled: nobody waits at the end of a run
    /// for what nobody will see.
    func run(_ search: LiveSearch) async throws {
        let waiter = Waiter()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                queue.async { [self] in
                    waiter.end(
                        Result {
                            let one = try search.run()
                            found.withLock { $0.append(one) }
                        })
                }
            }
        } onCancel: {
            waiter.end(.failure(CancellationError()))
        }
    }

    /// What was found since this was asked last.
    func take() -> [LiveSearch.Found] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}

/// Resumes who waits for a search once, with what comes first: its end or the cancellation.
private final class Waiter: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var result: Result<Void, any Error>?
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Void, any Error>) {
        let continuation = state.withLock { state in
            guard state.result == nil else { return nil as CheckedContinuation<Void, any Error>? }
            state.result = result
            return state.continuation
        }
        continuation?.resume(with: result)
    }
}
