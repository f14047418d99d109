public import TrackModel

/// Feeds several writers in order, as one.
///
/// When one fails, the others are cancelled and its error is thrown, again by whatever is called after it. `finish` completes one after the other; when one
/// fails then, those before it are complete and those after it are cancelled.
public final class MultiTrackWriter: TrackWriter {
    /// Those begun and neither finished nor cancelled.
    private var open: [any TrackWriter] = []
    private let writers: [any TrackWriter]
    private var failure: (any Error)?

    public init(_ writers: [any TrackWriter]) {
        self.writers = writers
    }

    public func begin(_ header: TrackFileHeader) throws {
        try cancellingOnFailure {
            for writer in writers {
                try writer.begin(header)
                open.append(writer)
            }
        }
    }

    public func write(_ frame: FrameObservations) throws {
        try cancellingOnFailure {
            for writer in open {
                try writer.write(frame)
            }
        }
    }

    public func identify(_ identities: [TrackIdentity]) {
        for writer in open { writer.identify(identities) }
    }

    public func finish() throws {
        try cancellingOnFailure {
            while let writer = open.first {
                try writer.finish()
                open.removeFirst()
            }
        }
    }

    public func cancel() {
        for writer in open {
            writer.cancel()
        }
        open = []
    }

    private func cancellingOnFailure(_ body: () throws -> Void) throws {
        if let failure { throw failure }
        do {
            try body()
        } catch {
            failure = error
            cancel()
            throw error
        }
    }
}
