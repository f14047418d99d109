/// Lets so many things through in a second, and a few more at once after a quiet time (a token bucket).
struct RateLimit: Sendable {
    let perSecond: Double
    let burst: Double
    private var left: Double
    private var latest: ContinuousClock.Instant?

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
        left = burst
    }

    /// Whether one more may pass now.
    mutating func admits(at now: ContinuousClock.Instant) -> Bool {
        if let latest { left = min(burst, left + perSecond * max(0, (now - latest) / .seconds(1))) }
        latest = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
