internal import Foundation
internal import TrackModel

/// What the kinds of objects that a network knows are called: a text with a name a line, in the network's order.
enum NamesFile {
    /// Throws `TrackletError`: `noInput` when it cannot be read, `badData` when it has no name, or a line without one.
    static func read(_ path: String) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw TrackletError(
                .noInput, "The names '\(path)' cannot be read: there is no such file; give a text with a name a line.")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw TrackletError(.badData, "The names '\(path)' are not UTF-8; give a text with a name a line.")
        }
        var names = text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        while names.last == "" { names.removeLast() }
        guard !names.isEmpty else {
            throw TrackletError(.badData, "The names '\(path)' are empty; give a text with a name a line.")
        }
        if let empty = names.firstIndex(of: "") {
            throw TrackletError(
                .badData,
                "Line \(empty + 1) of the names '\(path)' is empty; give a name for each kind of object, in the network's order."
            )
        }
        return names
    }
}
