import TrackModel

extension TrackFormat {
    /// JSON Lines: one object a frame, for pipes and for programs that go along.
    public static let jsonLines = TrackFormat(
        name: "jsonl", endings: ["jsonl", "ndjson"],
        summary:
            "one JSON object a line and a line a frame, also for frames with nothing in them; frames from 0, pixels from 0",
        isStreaming: true,
        holds: [.wholeObservations, .emptyFrames, .horizons],
        makeWriter: { path, options in JSONLinesTrackWriter(path: path, options: options) },
        parse: { text, options in
            CheckedReading(text) { () throws(TrackletError) in try JSONLinesTrackReader.read(text, options) }
        })
}

/// Writes JSON Lines (jsonlines.org): `{"frame": …, "time": …, "observations": […]}`, one line for every frame.
///
/// There is no header line: each line has the same form, and the number of lines is the number of frames. What is known of
/// the source stands in the JSON document. Numbers and corners are as in that; detections stand under `detections`, and an
/// observation has its `track` and its `label`.
final class JSONLinesTrackWriter: TrackWriter {
    private let file: RecordFile
    private let content: TrackWritingOptions.Content
    private var strings = JSONStrings()

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        content = options.content
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        try file.text.append(jsonOf: frame, content, &strings)
        file.text.append("\n")
        try file.endRecord()
    }

    func finish() throws {
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }
}

/// Reads JSON Lines as `JSONLinesTrackWriter` writes them; members it does not know are passed over.
enum JSONLinesTrackReader {
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        var collector = FrameCollector()
        try text.forEachLine { number, bytes throws(TrackletError) in
            let reading = JSONReading(text: text, line: number, whole: "the frame")
            let line = try reading.decode(JSONFrame.self, from: bytes)
            try collector.add(line, time: line.time ?? options.time(ofFrame: line.frame), reading, options)
        }
        return TrackDocument(frames: collector.sorted())
    }
}
