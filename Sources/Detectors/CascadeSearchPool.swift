internal import Synchronization

/// Lends searches to threads, one to each at a time, so that their memory is used again for the next picture.
///
/// A search keeps nothing of earlier pictures that counts, so which one a thread gets makes no difference to what it finds.
final class CascadeSearchPool: Sendable {
    private let idle = Mutex<[CascadeSearch]>([])

    /// Runs `body` with a search that nobody else uses meanwhile.
    func withSearch<Result>(_ body: (CascadeSearch) throws -> Result) throws -> Result {
        let search = try idle.withLock { $0.popLast() } ?? CascadeSearch()
        defer { idle.withLock { $0.append(search) } }
        return try body(search)
    }
}
