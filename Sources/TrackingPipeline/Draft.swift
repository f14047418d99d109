internal import TrackModel

/// All that is known of one track in one frame before it is written.
struct Draft: Sendable {
    /// Where the trackers or the detector put it.
    var box: Box
    /// 0...1; the greater of both directions.
    var confidence: Double
    var source: ObservationSource
    var corners: Quadrilateral?
    /// Whether a tracker followed the corners themselves, rather than the box alone.
    var followsCorners = false
    var landmarks: FaceLandmarks?
    /// Whether it left the picture in this frame: the time until it comes back is no gap to be filled.
    var leftPicture = false
    /// What the detector (or the user) said in this frame.
    var measurement: Box?
    /// How many times less exact it is than a thorough search's.
    var measurementNoise = 1.0
    /// How the forward and the backward tracker moved from the frame before into this one, with their confidence.
    var forward: (motion: Motion, confidence: Double)?
    var backward: (motion: Motion, confidence: Double)?

    /// The corners where the pixels of this frame told of them: the box is around these, and no smoothing moves them.
    var seenCorners: Quadrilateral? { measurement != nil || followsCorners ? corners : nil }
}
