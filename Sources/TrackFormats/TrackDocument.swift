public import TrackModel

/// What a track file holds.
public struct TrackDocument: Sendable, Hashable {
    /// Source, options and producer, from formats that keep them (JSON).
    public var header: TrackFileHeader?
    /// Ascending. Frames with nothing in them are there only where the format holds them (JSON Lines).
    ///
    /// Detections without an identity have track 0 and keep the file's order within their frame; tracks count from 1.
    public var frames: [FrameObservations]

    /// Who tracks were found to be, and why, from formats that keep it (JSON); ascending by track.
    public var identities: [TrackIdentity]

    public init(
        header: TrackFileHeader? = nil, frames: [FrameObservations], identities: [TrackIdentity] = []
    ) {
        self.header = header
        self.frames = frames
        self.identities = identities
    }
}
