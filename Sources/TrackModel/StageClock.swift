internal import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a run spends its time on.
public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Reading and decoding, as far as the reader's own thread does it.
    case decode
    /// Luma and colour out of what the decoder gives, the search for cuts, the trackers' pyramids.
    case grayAndPyramid = "gray and pyramid"
    /// Rounds and second looks.
    case detection
    /// The trackers, forward and backward, without their pyramids.
    case tracking
    /// Which detection is of which track, and the life of tracks; smoothing.
    case assignment
    /// Looking at what is in the boxes: who it is.
    case recognition
    /// Putting the results into their formats and files.
    case writing
}

/// Says where a run's processor time goes, once it is switched on; switched off, a stage costs a look at one flag.
///
/// One clock for the process: stages lie in all modules. Runs that go on side by side are told apart by their accounts.
public enum StageClock {
    /// Where the time of the task, and of those it starts, is put down beside the process's; nil for nowhere.
    @TaskLocal public static var account: StageAccount?

    private static let isOn = Atomic<Bool>(false)
    private static let totals = Mutex<Totals>(Totals())

    private struct Totals {
        var nanoseconds: [Stage: Int64] = [:]
        var waitedNanoseconds: Int64 = 0
    }

    /// What was measured, in seconds.
    public struct Reading: Sendable {
        /// Processor time of each stage, of all threads together.
        public var stages: [Stage: Double]
        /// Time on the clock in which the run had nothing to do but wait for a frame or a round.
        public var waiting: Double
        /// Processor time of the whole process so far.
        public var process: Double
    }

    public static func switchOn() { isOn.store(true, ordering: .relaxed) }

    public static var reading: Reading {
        let totals = totals.withLock { $0 }
        return Reading(
            stages: totals.nanoseconds.mapValues { Double($0) / 1e9 }, waiting: Double(totals.waitedNanoseconds) / 1e9,
            process: Double(now(CLOCK_PROCESS_CPUTIME_ID)) / 1e9)
    }

    /// Runs a part of a stage, which must not wait for anything.
    ///
    /// - Parameter outer: the stage that this is called in the midst of: it is not its time.
    @inlinable
    public static func measure<Result>(
        _ stage: Stage, inside outer: Stage? = nil, _ body: () throws -> Result
    ) rethrows -> Result {
        let start = threadTime()
        defer { if let start { add(since: start, to: stage, insteadOf: outer) } }
        return try body()
    }

    /// What a part took of the processor, in nanoseconds: 0 when switched off.
    public static func timed<Result>(_ body: () throws -> Result) rethrows -> (result: Result, nanoseconds: Int64) {
        let start = threadTime()
        let result = try body()
        return (result, start.map { now(CLOCK_THREAD_CPUTIME_ID) - $0 } ?? 0)
    }

    /// The time before a wait, to be handed to `waited(since:)`; nil when switched off.
    public static func beforeWait() -> Int64? {
        isOn.load(ordering: .relaxed) ? now(CLOCK_MONOTONIC) : nil
    }

    public static func waited(since start: Int64?) {
        guard let start else { return }
        let duration = now(CLOCK_MONOTONIC) - start
        totals.withLock { $0.waitedNanoseconds += duration }
    }

    /// Nil when switched off.
    @usableFromInline
    static func threadTime() -> Int64? {
        isOn.load(ordering: .relaxed) ? now(CLOCK_THREAD_CPUTIME_ID) : nil
    }

    @usableFromInline
    static func add(since start: Int64, to stage: Stage, insteadOf outer: Stage?) {
        let duration = now(CLOCK_THREAD_CPUTIME_ID) - start
        totals.withLock { totals in
            totals.nanoseconds[stage, default: 0] += duration
            if let outer { totals.nanoseconds[outer, default: 0] -= duration }
        }
        guard let account else { return }
        account.charge(nanoseconds: duration, to: stage)
        if let outer { account.charge(nanoseconds: -duration, to: outer) }
    }

    private static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
