internal import Synchronization
internal import TrackModel

/// Lends networks of one file to threads, each to one thread at a time, and loads another when all are lent.
///
/// A network keeps no memory of earlier pictures, so which one a thread gets makes no difference to what it finds. It does keep its
/// working memory: it is lent again for inputs of the size it had last, and need not be laid out anew.
final class NetworkPool: Sendable {
    let file: NetworkFile
    private let idle = Mutex<[(size: PixelSize, network: Network)]>([])

    init(_ file: NetworkFile) {
        self.file = file
    }

    /// Runs `body` with a network that nobody else uses meanwhile, for an input of that size.
    func withNetwork<Result>(for size: PixelSize, _ body: (Network) throws -> Result) throws -> Result {
        let free = idle.withLock { idle in
            idle.lastIndex { $0.size == size }.map { idle.remove(at: $0).network }
        }
        let network = try free ?? Network(file)
        let result = try body(network)
        idle.withLock { $0.append((size, network)) }
        return result
    }
}
