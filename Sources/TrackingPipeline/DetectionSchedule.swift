/// Says which frames are detected. Depends on the frames' numbers, times and cuts alone, so it can run ahead of the tracking.
struct DetectionSchedule {
    let interval: DetectionInterval
    private var lastRound: (frame: Int, time: Double)?

    init(interval: DetectionInterval) {
        self.interval = interval
    }

    /// Whether the interval asks for a round on this frame. Called once for each frame, in order; a frame that starts a shot
    /// is always due, and the interval counts from it.
    mutating func isDue(frame: Int, time: Double, startsShot: Bool) -> Bool {
        let due: Bool
        if let lastRound, !startsShot {
            switch interval {
            case .frames(let count):
                due = frame - lastRound.frame >= count
            case .seconds(let seconds):
                // A tenth of a millisecond of grace: times are rounded to the container's clock.
                due = time - lastRound.time >= seconds - 1e-4
            }
        } else {
            due = true
        }
        if due { lastRound = (frame, time) }
        return due
    }
}
