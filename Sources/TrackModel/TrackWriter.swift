/// Writes tracks down, frame by frame, in constant memory.
///
/// Called from one task, in this order: `begin` once, `write` for every frame in ascending order, also for frames with
/// nothing in them, then `finish` or `cancel` once. The target appears, whole, only when `finish` returns.
public protocol TrackWriter: AnyObject {
    /// Throws `TrackletError` (`cannotCreate`) when the target cannot be written.
    func begin(_ header: TrackFileHeader) throws
    /// Throws `TrackletError` (`cannotCreate`) when the disk is full or the reader of a pipe has gone.
    func write(_ frame: FrameObservations) throws
    /// Takes what is known of who the tracks are, for formats that keep it: once, after `begin`, before the first frame.
    func identify(_ identities: [TrackIdentity])
    /// Completes the file and moves it to its place. Throws as `write` does, and leaves nothing behind then.
    func finish() throws
    /// Removes whatever was written so far.
    func cancel()
}

extension TrackWriter {
    public func identify(_ identities: [TrackIdentity]) {}
}

/// What a track file may say before its first frame.
public struct TrackFileHeader: Sendable, Hashable {
    public var source: SourceFacts
    /// The options of the run, name to value, for formats that keep them.
    public var options: [String: String]
    /// "tracklet 0.1.0"
    public var producer: String

    public init(source: SourceFacts, options: [String: String] = [:], producer: String) {
        self.source = source
        self.options = options
        self.producer = producer
    }
}
