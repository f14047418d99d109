internal import TrackModel

/// What it costs to take a detection for a track: 0 for the same box, `maximum` and above for pairs that may not be made.
///
/// Half of it is 1 - intersection over union, half the distance of the centres in units of the boxes' mean side, so that
/// boxes that no longer overlap are still told apart. Pairs of different labels, of very different sizes or too far apart
/// are forbidden (gating).
struct AssociationCost: Sendable {
    /// Cost from which a pair is not made.
    var maximum = 0.8
    /// Distance of the centres, in mean sides, beyond which a pair is forbidden.
    var maximumDistance = 0.7
    /// Ratio of the larger area's root to the smaller's beyond which a pair is forbidden.
    var maximumSizeRatio = 2.0

    func cost(track: Box, detection: Box) -> Double {
        guard track.isUsable, detection.isUsable else { return CostMatrix.forbidden }
        let trackSide = (track.width * track.height).squareRoot()
        let detectionSide = (detection.width * detection.height).squareRoot()
        let ratio = max(trackSide, detectionSide) / min(trackSide, detectionSide)
        let dx = track.center.x - detection.center.x
        let dy = track.center.y - detection.center.y
        let distance = (dx * dx + dy * dy).squareRoot() / ((trackSide + detectionSide) / 2)
        guard ratio <= maximumSizeRatio, distance <= maximumDistance else { return CostMatrix.forbidden }
        return 0.5 * (1 - track.intersectionOverUnion(with: detection)) + 0.5 * distance / maximumDistance
    }
}
