public import TrackModel

/// What a run with one setting would cost if it were the only one: its reading and decoding, all its searches, its tracking.
///
/// Settings that are compared side by side share the decoding and the searches, so their cost alone is put together: what decoding
/// a frame took; what each search the setting asked for took, whoever it was made for; what its own pyramids, trackers and
/// bookkeeping took on the threads they ran on; and its share of what belongs to no stage (handing frames on, tasks).
public struct SettingCost: Sendable, Hashable {
    /// Processor milliseconds a frame by stage; reading and decoding are the same for all settings.
    public internal(set) var stages: [Stage: Double] = [:]
    /// The same of what belongs to no stage.
    public internal(set) var other = 0.0
    /// Objects followed in a frame, on average: as many trackers may run at once.
    var objects = 0.0

    /// Processor milliseconds a frame, of all threads together.
    public var milliseconds: Double { Stage.allCases.reduce(other) { $0 + (stages[$1] ?? 0) } }

    /// The most frames a second a run could make with so many threads on so many cores: an estimate, since the setting was never run
    /// alone. Runs come to about three quarters of it on two cores, since now and then one has nothing to do.
    ///
    /// Decoding has a thread of its own, searches run ahead of the tracking, and a frame is tracked when the one before has been. What
    /// takes longest of these three, or of all work divided among the cores, is what a run waits for.
    public func framesPerSecond(threads: Int, cores: Int) -> Double {
        let workers = Double(max(1, min(threads, cores)))
        let inTurn =
            (stages[.grayAndPyramid] ?? 0) + (stages[.assignment] ?? 0) + other
            + (stages[.tracking] ?? 0) / min(workers, max(1, objects))
        let all = milliseconds / Double(max(1, min(threads + 1, cores)))
        return 1000 / max(stages[.decode] ?? 0, inTurn, (stages[.detection] ?? 0) / workers, all, 1e-6)
    }
}
