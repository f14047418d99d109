public import TrackModel

/// A file format for tracks: its name, the endings it is known by, and how it is written.
public struct TrackFormat: Sendable {
    /// As the user names it: "csv", "mot".
    public let name: String
    /// File name endings that mean this format, without the point, in lower case.
    public let endings: [String]
    /// One line for a list of formats.
    public let summary: String
    /// Whether each frame reaches the target as it is written; otherwise a reader along a pipe sees it all at the end.
    public let isStreaming: Bool
    /// A writer to a path; "-" is standard output. Nothing is opened before its `begin`.
    public let makeWriter: @Sendable (_ path: String, _ options: TrackWritingOptions) -> any TrackWriter

    /// Reads the text of a file of this format.
    let read: @Sendable (_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument

    init(
        name: String, endings: [String], summary: String, isStreaming: Bool,
        makeWriter: @escaping @Sendable (_ path: String, _ options: TrackWritingOptions) -> any TrackWriter,
        read:
            @escaping @Sendable (_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) ->
            TrackDocument
    ) {
        self.name = name
        self.endings = endings
        self.summary = summary
        self.isStreaming = isStreaming
        self.makeWriter = makeWriter
        self.read = read
    }
}

extension TrackFormat {
    /// Every format there is, in the order lists show them. A new format is its file and its line here.
    public static let all: [TrackFormat] = [
        .csv,
        .mot,
        .json,
        .jsonLines,
    ]

    /// The format of that name, whatever its case; nil when there is none.
    public static func named(_ name: String) -> TrackFormat? {
        let wanted = name.lowercased()
        return all.first { $0.name == wanted }
    }
}
