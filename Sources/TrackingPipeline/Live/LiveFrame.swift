public import TrackModel

/// What holds in one frame of a live source.
public struct LiveFrame: Sendable, Hashable {
    /// The tracks that are seen.
    public var observed: FrameObservations
    /// Those below the confidence cut, where they were seen last, for as long as `LiveTracking.fadingSeconds`; with the confidence
    /// that is left.
    public var fading: [Observation]
}
