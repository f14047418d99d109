public import TrackModel

/// A file format for tracks: its name, the endings it is known by, what it can hold, and how it is written.
public struct TrackFormat: Sendable {
    /// As the user names it: "csv", "mot".
    public let name: String
    /// File name endings that mean this format, without the point before them, in lower case: "csv", "kitti.txt".
    public let endings: [String]
    /// One line for a list of formats.
    public let summary: String
    /// Whether each frame reaches the target as it is written; otherwise a reader along a pipe sees it all at the end.
    public let isStreaming: Bool
    /// What a file of this format can hold.
    public let holds: Contents
    /// What must be known of the video for a file of this format to be written.
    public let needs: Needs
    /// A label as it stands in a file of this format, where not every label can.
    public let labelAsWritten: @Sendable (_ label: String) -> String
    /// A writer to a path; "-" is standard output. Nothing is opened before its `begin`, which throws `TrackletError`
    /// (`usage`) when the header lacks what the format needs, or when the content is detections and it holds none.
    public let makeWriter: @Sendable (_ path: String, _ options: TrackWritingOptions) -> any TrackWriter

    /// Reads the text of a file of this format, and finds what is wrong with it.
    let parse: @Sendable (_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading

    init(
        name: String, endings: [String], summary: String, isStreaming: Bool, holds: Contents, needs: Needs = [],
        labelAsWritten: @escaping @Sendable (_ label: String) -> String = { $0 },
        makeWriter: @escaping @Sendable (_ path: String, _ options: TrackWritingOptions) -> any TrackWriter,
        parse: @escaping @Sendable (_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading
    ) {
        self.name = name
        self.endings = endings
        self.summary = summary
        self.isStreaming = isStreaming
        self.holds = holds
        self.needs = needs
        self.labelAsWritten = labelAsWritten
        self.makeWriter = makeWriter
        self.parse = parse
    }
}

extension TrackFormat {
    /// Every format there is, in the order lists show them. A new format is its file and its line here.
    public static let all: [TrackFormat] = [
        .csv,
        .mot,
        .json,
        .jsonLines,
        .kitti,
        .cvat,
        .labelStudio,
        .coco,
        .webVTT,
        .captions,
        .vatic,
    ]

    /// The format of that name, whatever its case; nil when there is none.
    public static func named(_ name: String) -> TrackFormat? {
        let wanted = name.lowercased()
        return all.first { $0.name == wanted }
    }
}
