internal import Synchronization
internal import TrackModel

/// Something that several runs need and that is made once, for whoever asks first; all others are charged what it took, each on the
/// account of its task.
final class PaidOnce<Value: Sendable>: Sendable {
    private let known = Mutex<(value: Value, nanoseconds: Int64)?>(nil)

    /// Whoever asks second waits for the first: the lock is held while it is made, and `make` must not wait for anybody.
    ///
    /// - Parameter stage: what those are charged for who did not make it. The first one's time is measured where it is spent.
    func value(chargedTo stage: Stage, make: () throws -> Value) throws -> Value {
        try known.withLock { known in
            if let known {
                StageClock.account?.charge(nanoseconds: known.nanoseconds, to: stage)
                return known.value
            }
            let (value, nanoseconds) = try StageClock.timed(make)
            known = (value, nanoseconds)
            return value
        }
    }
}
