internal import Synchronization

/// How a recording stands, as pages show it.
struct RecordingStatus: Encodable, Sendable, Equatable {
    var isOn = false
    /// Whether what was recorded is still being written.
    var isFinishing = false
    var frames = 0
    var seconds = 0.0
    /// Frames that are in none of the files, because writing was late.
    var leftOut = 0
    /// What was written, once it is complete.
    var files: [String] = []
    /// A sentence, when it failed.
    var failure = ""
}

/// The status, shared by who records and who shows it.
final class RecordingReport: Sendable {
    private let status = Mutex(RecordingStatus())

    var current: RecordingStatus { status.withLock { $0 } }

    func change(_ body: (inout RecordingStatus) -> Void) { status.withLock { body(&$0) } }
}
