/// Gives each decoded frame its time: the container's presentation timestamp, mended only where it is missing or does not
/// increase. Pure numbers.
///
/// Times are kept as the container has them: they may start above zero (transport streams) or below (edit lists).
struct FrameClock: Sendable {
    /// Times that were missing and were reckoned from the frame before.
    private(set) var estimatedTimes = 0
    /// Times that did not increase and were moved.
    private(set) var repairedTimes = 0
    private(set) var firstTime: Double?
    private(set) var lastTime: Double?
    /// How long the last frame is shown, in seconds.
    private(set) var lastDuration: Double

    /// Seconds of one tick of the source's clock, never under a microsecond: what is written down keeps six decimals.
    private let smallestStep: Double
    private var offset = 0.0
    private var intervals = Intervals()

    /// - Parameters:
    ///   - tick: seconds of one tick of the time base.
    ///   - usualDuration: seconds a frame is shown when nothing else is known.
    init(tick: Double, usualDuration: Double) {
        smallestStep = tick.isFinite ? max(tick, 1e-6) : 1e-6
        lastDuration = usualDuration.isFinite && usualDuration > 0 ? usualDuration : 0.04
    }

    /// The time of the next frame.
    ///
    /// - Parameters:
    ///   - stated: the container's time in seconds, nil when it has none.
    ///   - duration: seconds the frame is shown, nil when unknown.
    ///   - followsGap: whether something between the last frame and this one was lost; such an interval says nothing about
    ///     the frame rate.
    mutating func time(stated: Double?, duration: Double?, followsGap: Bool = false) -> Double {
        let usual = lastDuration
        if let duration, duration > 0, duration.isFinite { lastDuration = duration }
        guard let last = lastTime else {
            if stated == nil { estimatedTimes += 1 }
            let time = stated ?? 0
            firstTime = time
            lastTime = time
            return time
        }
        var time: Double
        var tellsRate = !followsGap
        if let stated {
            time = stated + offset
            // A fall back by more than a few frames is a clock that started anew, not one frame out of order.
            if time < last - max(0.1, 3 * usual) {
                offset = last + usual - stated
                time = last + usual
                repairedTimes += 1
                tellsRate = false
            } else if time <= last {
                time = last + smallestStep
                repairedTimes += 1
                tellsRate = false
            }
        } else {
            time = last + usual
            estimatedTimes += 1
        }
        if time <= last { time = last.nextUp }
        if tellsRate { intervals.add(time - last) }
        lastTime = time
        return time
    }

    /// Whether the intervals between frames differ by more than their clock's rounding and a tenth of their mean.
    var hasVariableRate: Bool {
        guard intervals.count >= 2 else { return false }
        let tolerance = max(0.1 * intervals.mean, 2.01 * smallestStep)
        return intervals.largest - intervals.mean > tolerance || intervals.mean - intervals.smallest > tolerance
    }
}

extension FrameClock {
    private struct Intervals: Sendable {
        var count = 0
        var sum = 0.0
        var smallest = Double.infinity
        var largest = 0.0

        var mean: Double { count > 0 ? sum / Double(count) : 0 }

        mutating func add(_ interval: Double) {
            count += 1
            sum += interval
            smallest = min(smallest, interval)
            largest = max(largest, interval)
        }
    }
}
