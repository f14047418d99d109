public import TrackModel

/// Who the tracks of a run are: their names, and which of them are one.
public struct IdentifiedTracks: Sendable, Hashable {
    /// Ascending by track, one for each that is left.
    public let identities: [TrackIdentity]
    /// The tracks that are earlier ones, by the id that they were handed out under.
    private let tracks: [Int: Int]
    private let labels: [Int: String]

    init(_ identities: [TrackIdentity], tracks: [Int: Int]) {
        self.identities = identities
        self.tracks = tracks
        labels = identities.reduce(into: [:]) { $0[$1.track] = $1.label }
    }

    /// How many tracks turned out to be earlier ones.
    public var returnCount: Int { tracks.count }

    /// A frame's observations as they are told now: with their final ids and labels.
    public func named(_ frame: FrameObservations) -> FrameObservations {
        var frame = frame
        for index in frame.observations.indices {
            let track = tracks[frame.observations[index].track] ?? frame.observations[index].track
            frame.observations[index].track = track
            if let label = labels[track] { frame.observations[index].label = label }
        }
        frame.observations.sort { $0.track < $1.track }
        return frame
    }
}
