/// How long to wait before a source that went away is opened again: half a second at first, twice as long each time, at most eight
/// seconds.
struct ReopeningDelay: Sendable {
    private(set) var seconds = 0.5

    /// The wait before the next try.
    mutating func next() -> Double {
        defer { seconds = min(8, seconds * 2) }
        return seconds
    }

    /// The source is back.
    mutating func reset() { self = ReopeningDelay() }
}
