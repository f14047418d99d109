#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps the signals a failed write raises, which would end the process, away from it, so that the write fails with an
/// error number and can be reported: SIGPIPE when the reader of a pipe has gone, SIGXFSZ at the file size limit.
///
/// Only this thread and only this call are concerned: what the program does with the signals elsewhere stays as it is.
enum WriteSignals {
    private static let signals = [SIGPIPE, SIGXFSZ]

    static func withheld<Result>(_ body: () -> Result) -> Result {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in signals {
            sigaddset(&blocked, signal)
        }
        let waitingBefore = waiting()
        var previous = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        let result = body()
        // What this write raised is taken off the queue before the old mask would let it through.
        for signal in waiting() where !waitingBefore.contains(signal) {
            var one = sigset_t()
            sigemptyset(&one)
            sigaddset(&one, signal)
            var taken: Int32 = 0
            sigwait(&one, &taken)
        }
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        return result
    }

    private static func waiting() -> [Int32] {
        var pending = sigset_t()
        sigemptyset(&pending)
        sigpending(&pending)
        return signals.filter { sigismember(&pending, $0) == 1 }
    }
}
