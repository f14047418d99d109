internal import Synchronization

/// The processor time of one of several runs that go on side by side, stage by stage.
///
/// What `StageClock` measures in a task, and in the tasks it starts, goes on the account that `StageClock.account` names there.
public final class StageAccount: Sendable {
    private let nanoseconds = Mutex<[Stage: Int64]>([:])

    public init() {}

    /// Seconds of processor time by stage, so far.
    public var seconds: [Stage: Double] { nanoseconds.withLock { $0.mapValues { Double($0) / 1e9 } } }

    /// Adds time that another run spent and this one would have had to spend as well.
    public func charge(nanoseconds amount: Int64, to stage: Stage) {
        nanoseconds.withLock { $0[stage, default: 0] += amount }
    }
}
