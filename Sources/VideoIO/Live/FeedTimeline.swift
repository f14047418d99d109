/// Numbers the pictures of a source that may begin again: indices and times ascend through all of it.
struct FeedTimeline: Sendable {
    private var nextIndex = 0
    /// What is added to the source's own times.
    private var offset = 0.0
    private var lastTime: Double?
    private var usualDuration = 0.04
    private var beginsAnew = true
    /// Seconds for which there was no source; nil when it follows on itself.
    private var pause: Double?

    /// The source begins again with its next picture.
    ///
    /// - Parameter gap: seconds between its last picture and this beginning; nil when it follows without one.
    mutating func beginAnew(after gap: Double?) {
        beginsAnew = true
        pause = gap
    }
    /// The place of the next picture.
    mutating func place(time: Double, duration: Double) -> (index: Int, time: Double, beginsAnew: Bool) {
        defer {
            nextIndex += 1
            beginsAnew = false
            if duration > 0 { usualDuration = duration }
        }
        if beginsAnew { offset = (lastTime.map { $0 + max(pause ?? 0, usualDuration) } ?? 0) - time }
        // A stream's clock may jump back.
        let placed = max(time + offset, lastTime.map { $0 + 0.001 } ?? -.infinity)
        lastTime = placed
        return (nextIndex, placed, beginsAnew)
    }
}
