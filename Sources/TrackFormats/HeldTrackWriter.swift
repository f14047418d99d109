public import TrackModel

/// Holds frames back until what they say of their tracks is known, and hands them to another writer then.
///
/// They wait in an unlinked temporary file beside the output, so memory does not grow with their number.
public final class HeldTrackWriter: TrackWriter {
    private let writer: any TrackWriter
    private let frames: HeldFrames

    /// - Parameter path: where the other writer writes, and so has room; "-" for standard output.
    public init(_ writer: any TrackWriter, besideOutput path: String) {
        self.writer = writer
        frames = HeldFrames(besideOutput: path)
    }

    public func begin(_ header: TrackFileHeader) throws { try writer.begin(header) }

    public func write(_ frame: FrameObservations) throws { try frames.append(frame) }

    public func identify(_ identities: [TrackIdentity]) { writer.identify(identities) }

    /// Writes all frames, each as `final` makes it; once, before `finish`. Throws what `final` and the other writer throw.
    public func release(_ final: (FrameObservations) throws -> FrameObservations) throws {
        try frames.replay { try writer.write(try final($0)) }
    }

    public func finish() throws { try writer.finish() }

    public func cancel() { writer.cancel() }
}
