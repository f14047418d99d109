import Foundation
import Testing

@testable import TrackFormats

@Suite("Signals of failed writes")
struct WriteSignalsTests {
    @Test("do not end the process, and the thread's mask is as before", arguments: [SIGPIPE, SIGXFSZ])
    func withheld(signal: Int32) {
        let before = isBlocked(signal)
        let result = WriteSignals.withheld {
            pthread_kill(pthread_self(), signal)
            return isBlocked(signal)
        }
        #expect(result)
        #expect(isBlocked(signal) == before)
    }

    private func isBlocked(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }
}
