internal import Foundation
internal import TrackModel

/// How a box moved from one frame to the next: a shift of its centre in pixels and a change of its sides as logarithms, so
/// that motions add up and turn around by changing sign.
struct Motion: Sendable, Hashable {
    var x: Double
    var y: Double
    var logWidth: Double
    var logHeight: Double

    init(from first: Box, to second: Box) {
        x = second.center.x - first.center.x
        y = second.center.y - first.center.y
        logWidth = log(second.width / first.width)
        logHeight = log(second.height / first.height)
    }

    private init(x: Double, y: Double, logWidth: Double, logHeight: Double) {
        self.x = x
        self.y = y
        self.logWidth = logWidth
        self.logHeight = logHeight
    }

    /// The mean of two motions, weighted.
    static func mean(_ first: Motion, weight firstWeight: Double, _ second: Motion, weight secondWeight: Double)
        -> Motion
    {
        let share = secondWeight / max(firstWeight + secondWeight, .leastNormalMagnitude)
        return Motion(
            x: first.x + (second.x - first.x) * share,
            y: first.y + (second.y - first.y) * share,
            logWidth: first.logWidth + (second.logWidth - first.logWidth) * share,
            logHeight: first.logHeight + (second.logHeight - first.logHeight) * share)
    }
}

extension Box {
    /// The box after a motion.
    func moved(by motion: Motion) -> Box {
        Box(
            center: Point(x: center.x + motion.x, y: center.y + motion.y), width: width * exp(motion.logWidth),
            height: height * exp(motion.logHeight))
    }
}
