import Synchronization

/// Hands what one thread puts in to one task that takes: of pictures the newest, since waiting for an older one would make all later
/// ones late; of notices each.
///
/// A picture that is replaced before it was taken is dropped and counted.
final class NewestSlot<Picture: Sendable, Notice: Sendable>: Sendable {
    /// What is there to be taken at one moment.
    struct Delivery: Sendable {
        var picture: Picture?
        /// In the order they were put in; all of them came before the picture.
        var notices: [Notice] = []
        /// Pictures dropped since the last delivery.
        var dropped = 0
        /// Whether the taker was asked to look up.
        var wasWoken = false
        /// Whether nothing more comes.
        var isClosed = false
    }

    private struct State {
        var waiting = Delivery()
        var taker: CheckedContinuation<Void, Never>?

        var isEmpty: Bool {
            waiting.picture == nil && waiting.notices.isEmpty && !waiting.wasWoken && !waiting.isClosed
        }
    }

    private let state = Mutex(State())
    /// Makes one of a picture that is dropped and the newer one: what the older one told must not be lost.
    private let replace: @Sendable (_ older: Picture, _ newer: Picture) -> Picture

    init(replacing replace: @escaping @Sendable (_ older: Picture, _ newer: Picture) -> Picture = { $1 }) {
        self.replace = replace
    }

    func put(_ picture: Picture) {
        change { waiting in
            if let older = waiting.picture {
                waiting.picture = replace(older, picture)
                waiting.dropped += 1
            } else {
                waiting.picture = picture
            }
        }
    }

    func put(_ notice: Notice) { change { $0.notices.append(notice) } }

    /// Has `take` return even though nothing was put in.
    func wake() { change { $0.wasWoken = true } }

    func close() { change { $0.isClosed = true } }

    /// What is there; waits until something is. To be called by one task at a time. Returns at once when the task is cancelled.
    func take() async -> Delivery {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isEmpty, !Task.isCancelled {
                        state.taker = continuation
                        return false
                    }
                    return true
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        return state.withLock { state in
            defer { state.waiting = Delivery(isClosed: state.waiting.isClosed) }
            return state.waiting
        }
    }

    private func change(_ body: (inout Delivery) -> Void) {
        let taker = state.withLock { state in
            body(&state.waiting)
            defer { state.taker = nil }
            return state.taker
        }
        taker?.resume()
    }
}
