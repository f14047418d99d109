internal import Foundation

/// Texts as JSON strings, escaped by Foundation and remembered, since the same few labels are written over and over.
struct JSONStrings {
    private let encoder = JSONEncoder()
    private var known: [String: String] = [:]

    /// More different labels than this are no few any more, and memory is not to grow with the video.
    private static let limit = 1000

    init() {
        // A slash needs no escape, and names of files and options are full of them.
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    /// The text as a JSON string, quotes included.
    mutating func quoted(_ text: String) throws -> String {
        if let string = known[text] { return string }
        let string = String(decoding: try encoder.encode(text), as: UTF8.self)
        if known.count == Self.limit { known = [:] }
        known[text] = string
        return string
    }
}
