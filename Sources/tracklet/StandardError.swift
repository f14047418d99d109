internal import Foundation

/// Talk to the user: everything that is not data.
enum StandardError {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    static func line(_ text: String) { write(text + "\n") }
}
