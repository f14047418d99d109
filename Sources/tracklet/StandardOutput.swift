internal import Foundation
internal import TrackModel

/// What was asked for and is no track file: help, lists, the version, a configuration.
enum StandardOutput {
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Throws `TrackletError` (`cannotCreate`) when it cannot be written, so that a script learns of it.
    static func write(_ text: String) throws {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw TrackletError(
                .cannotCreate,
                "Standard output cannot be written: it is closed, its reader is gone or the disk is full; redirect it elsewhere."
            )
        }
    }
}
