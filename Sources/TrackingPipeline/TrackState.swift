/// Where a track is in its life.
enum TrackState: Sendable, Hashable {
    /// Seen by too few rounds to count yet.
    case tentative
    /// Counts, and is being followed.
    case confirmed
    /// Counts, but neither detector nor tracker sees it; may come back.
    case lost
    /// Over; never comes back.
    case ended
}
