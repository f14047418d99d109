import CFFmpeg
import Synchronization

/// Tells FFmpeg, which asks while it waits for data, to give up: the reader was let go, its task was cancelled, or a network
/// source has been silent for too long.
final class Interruption: Sendable {
    private let isStopped = Atomic<Bool>(false)
    private let hasTimedOut = Atomic<Bool>(false)
    /// Nanoseconds of the steady clock; `max` for none.
    private let deadline = Atomic<UInt64>(.max)

    /// Ends the current wait and every later one; from any thread.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// A source that was silent for too long is given another chance.
    func forgetTimeout() { hasTimedOut.store(false, ordering: .relaxed) }

    var stopped: Bool { isStopped.load(ordering: .relaxed) }
    var timedOut: Bool { hasTimedOut.load(ordering: .relaxed) }

    /// Allows the next wait this many seconds; nil for as long as it takes.
    func allow(seconds: Double?) {
        guard let seconds, seconds < 1e9 else { return deadline.store(.max, ordering: .relaxed) }
        let end = ContinuousClock.now - Self.origin + .seconds(max(0, seconds))
        deadline.store(Self.nanoseconds(end), ordering: .relaxed)
    }

    private var shouldGiveUp: Bool {
        // FFmpeg asks on the thread that called it, so while a task waits in `open` this is that task's cancellation.
        if stopped || Task.isCancelled { return true }
        let end = deadline.load(ordering: .relaxed)
        guard end != .max, Self.nanoseconds(ContinuousClock.now - Self.origin) > end else { return false }
        hasTimedOut.store(true, ordering: .relaxed)
        return true
    }

    /// The callback for `AVFormatContext`; this object must outlive the context.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue().shouldGiveUp ? 1 : 0
            },
            opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    private static let origin = ContinuousClock.now

    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        UInt64(clamping: duration.components.seconds) * 1_000_000_000
            + UInt64(clamping: duration.components.attoseconds / 1_000_000_000)
    }
}
