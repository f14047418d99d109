internal import Foundation

/// Talk to the user: everything that is not data.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Best effort: when standard error is closed or full there is nobody left to tell.
    static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    static func line(_ text: String) { write(text + "\n") }
}
