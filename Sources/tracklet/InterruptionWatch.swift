internal import Foundation
internal import Synchronization

/// Turns the first Ctrl-C (or termination request, or loss of the terminal) into the cancellation of a task, so that outputs are
/// closed whole. A second one, or one that comes before there is anything to close, ends the program at once: a source that is
/// waited for in its opening, or a FIFO that waits for its reader, hears of no cancellation.
final class InterruptionWatch: Sendable {
    private static let wasInterrupted = Atomic<Bool>(false)

    private static let hasOutputs = Atomic<Bool>(false)

    /// From here on an interruption waits for the outputs to be closed.
    static func outputsAreOpen() { hasOutputs.store(true, ordering: .relaxed) }

    static var isInterrupted: Bool { wasInterrupted.load(ordering: .relaxed) }

    /// Runs `body` in a task that is cancelled on interruption.
    static func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let running = Mutex<Task<Void, any Error>?>(nil)
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // nohup has it ignored, and means it.
            if isIgnored(number), number == SIGHUP { continue }
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            let isWatching = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isWatching.signal() }
            source.setEventHandler {
                let isSecond = wasInterrupted.exchange(true, ordering: .relaxed)
                if isSecond || !hasOutputs.load(ordering: .relaxed) { _exit(ExitCode.interrupted.rawValue) }
                running.withLock { $0?.cancel() }
            }
            source.resume()
            // What comes before it is watched for would be lost.
            isWatching.wait()
            sources.append(source)
        }
        defer { for source in sources { source.cancel() } }
        let task = Task { try await body() }
        running.withLock { $0 = task }
        try await task.value
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
