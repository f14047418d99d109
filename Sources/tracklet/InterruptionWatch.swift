internal import Foundation
internal import Synchronization

/// Turns the first Ctrl-C (or termination request) into the cancellation of a task, so that outputs are closed whole. A
/// second one ends the program at once.
final class InterruptionWatch: Sendable {
    private static let wasInterrupted = Atomic<Bool>(false)

    static var isInterrupted: Bool { wasInterrupted.load(ordering: .relaxed) }

    /// Runs `body` in a task that is cancelled on interruption.
    static func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await body() }
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if wasInterrupted.exchange(true, ordering: .relaxed) { _exit(ExitCode.interrupted.rawValue) }
                task.cancel()
            }
            source.resume()
            sources.append(source)
        }
        defer { for source in sources { source.cancel() } }
        try await task.value
    }
}
