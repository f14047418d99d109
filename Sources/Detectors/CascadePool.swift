internal import Synchronization
internal import TrackModel

/// Lends cascade classifiers to threads: a shareable one to all, others to one thread at a time, and loads another from the
/// same file when all are lent.
///
/// A classifier keeps no memory of earlier pictures, so which one a thread gets makes no difference to what it finds.
final class CascadePool: Sendable {
    let path: String
    /// The size of the objects the cascade was trained on, in pixels.
    let window: PixelSize
    private let shared: CascadeClassifier?
    private let idle: Mutex<[CascadeClassifier]>

    /// Loads the first classifier, so that a bad file is found before the first picture.
    init(path: String) throws {
        let first = try CascadeClassifier(path: path)
        self.path = path
        window = first.window
        shared = first.isShareable ? first : nil
        idle = Mutex(first.isShareable ? [] : [first])
    }

    /// Runs `body` with a classifier that nobody else uses meanwhile, or anybody may.
    func withClassifier<Result>(_ body: (CascadeClassifier) throws -> Result) throws -> Result {
        if let shared { return try body(shared) }
        let classifier = try idle.withLock { $0.popLast() } ?? CascadeClassifier(path: path)
        defer { idle.withLock { $0.append(classifier) } }
        return try body(classifier)
    }
}
