internal import TrackModel

/// One track while it lives.
struct LiveTrack: Sendable {
    /// Names the track inside the pipeline; the id the user sees is given when the first observation is written.
    let key: Int
    let label: String
    var isSeeded: Bool
    /// Where it was found first.
    let birthFrame: Int
    var birthTime = 0.0
    /// Nil for seeds.
    var birthBox: Box?
    var state: TrackState

    /// Where it is now: as tracked in this frame, or where it was last seen.
    var box: Box
    /// 0...1, of `box`.
    var confidence: Double
    var corners: Quadrilateral?
    var landmarks: FaceLandmarks?
    /// Pixels a second, of the centre; slowly updated.
    var velocity = Point(x: 0, y: 0)

    /// Rounds that saw it, and the rounds in a row that did not.
    var roundsSeen = 1
    var roundsMissed = 0
    /// Rounds held since its birth, that one not counted.
    var roundsLived = 0
    /// The sum of its detections' confidences.
    var evidence = 0.0
    /// The last detection's box; nil before the first.
    var seenBox: Box?
    /// What it looked like when it was detected, slowly updated.
    var appearance: Appearance?
    /// Whether its tracker still runs: not for what is behind another object or has left the picture.
    var isFollowed = true
    /// When a detector, or a seed, last saw it.
    var lastSeenTime: Double
    var lastSeenFrame: Int
    /// The last frame whose observation was above the cut, and its time.
    var lastShownFrame: Int
    var lastShownTime: Double

    /// When its tracker was last set on a detection.
    var plantedTime = -Double.infinity

    /// Whether its tracker had better go on than be set on this detection anew: it was set a short while ago, is sure, and says
    /// about the same. A tracker that is set anew in every frame has no memory to tell two objects apart by.
    func isSteady(_ confidence: Double, on detection: Box, time: Double) -> Bool {
        time - plantedTime < Self.plantingSeconds && confidence >= 0.5
            && box.intersectionOverUnion(with: detection) >= 0.6
    }

    /// Seconds after which a tracker is set on the next detection in any case.
    static let plantingSeconds = 0.3

    var counts: Bool { state == .confirmed || state == .lost }

    /// Whether a detection of this label may be of its object: what the user pointed at may be anything.
    func follows(_ label: String) -> Bool { isSeeded || self.label == label }
}
