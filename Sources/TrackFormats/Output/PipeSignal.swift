#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps SIGPIPE, which would end the process, away from a write, so that the write fails with EPIPE and can be reported.
///
/// Only this thread and only this call are concerned: what the program does with the signal elsewhere stays as it is.
enum PipeSignal {
    static func withheld<Result>(_ body: () -> Result) -> Result {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)

        var pending = sigset_t()
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1

        var previous = sigset_t()
        pthread_sigmask(SIG_BLOCK, &pipe, &previous)
        let result = body()
        if !wasPending {
            // A signal this write raised is taken off the queue before the old mask would let it through.
            sigemptyset(&pending)
            sigpending(&pending)
            if sigismember(&pending, SIGPIPE) == 1 {
                var taken: Int32 = 0
                sigwait(&pipe, &taken)
            }
        }
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        return result
    }
}
