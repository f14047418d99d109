/// Says when each picture of a file is due, so that it plays as it was filmed.
struct PlaybackPace: Sendable {
    private var origin: ContinuousClock.Instant?

    /// How late a picture may be before the rest is moved to go on from it: reading that was held up does not race to catch up.
    static let patience = Duration.milliseconds(250)

    /// When the picture of this time is to be shown.
    mutating func due(time: Double, now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let place = Duration.seconds(time)
        guard let origin, origin + place + Self.patience >= now else {
            self.origin = now - place
            return now
        }
        return origin + place
    }
}
