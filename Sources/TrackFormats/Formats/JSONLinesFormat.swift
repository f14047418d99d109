import TrackModel

extension TrackFormat {
    /// JSON Lines: one object a frame, for pipes and for programs that go along.
    public static let jsonLines = TrackFormat(
        name: "jsonl", endings: ["jsonl", "ndjson"],
        summary:
            "one JSON object a line and a line a frame, also for frames with nothing in them; frames from 0, pixels from 0",
        isStreaming: true,
        makeWriter: { path, options in JSONLinesTrackWriter(path: path, options: options) },
        read: JSONLinesTrackReader.read)
}

/// Writes JSON Lines (jsonlines.org): `{"frame": …, "time": …, "observations": […]}`, one line for every frame.
///
/// There is no header line: each line has the same form, and the number of lines is the number of frames. What is known of
/// the source stands in the JSON document. Numbers and corners are as in that; detections stand under `detections`, and an
/// observation has its `track` and its `label`.
final class JSONLinesTrackWriter: TrackWriter {
    private let file: RecordFile
    private let content: TrackWritingOptions.Content

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        content = options.content
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        file.text.append("{\"frame\": ")
        file.text.append(frame.frame)
        file.text.append(", \"time\": ")
        file.text.append(frame.time, decimals: 6)
        switch content {
        case .tracks: file.text.append(", \"observations\": [")
        case .detections: file.text.append(", \"detections\": [")
        }
        for (index, observation) in frame.observations.enumerated() {
            file.text.append(index == 0 ? "{" : ", {")
            if observation.track != Observation.withoutTrack {
                file.text.append("\"track\": ")
                file.text.append(observation.track)
                file.text.append(", ")
            }
            file.text.append("\"label\": ")
            file.text.append(json: observation.label)
            file.text.append(", ")
            file.text.append(jsonMembersOf: observation)
            file.text.append("}")
        }
        file.text.append("]}\n")
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
    @Sendable
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        var collector = FrameCollector()
        try text.forEachLine { number, line throws(TrackletError) in
            var scanner = JSONScanner(text, bytes: line, line: number)
            var frame: Int?
            var time: Double?
            var observations: [Observation] = []
            try scanner.object("the frame") { key, scanner throws(TrackletError) in
                switch key {
                case "frame": frame = try scanner.integer(key)
                case "time": time = try scanner.number(key)
                case "observations", "detections":
                    try scanner.array(key) { scanner throws(TrackletError) in
                        observations.append(try JSONObservation(from: &scanner, label: options.label).observation)
                    }
                default: try scanner.skip()
                }
            }
            try scanner.end()
            guard let frame else { throw text.fault(line: number, "there is no \"frame\"") }
            if collector.contains(frame: frame) {
                throw text.fault(line: number, "frame \(frame) is there a second time")
            }
            var problem = collector.addFrame(frame, time: time ?? options.time(ofFrame: frame))
            for observation in observations where problem == nil {
                problem = collector.add(observation, toFrame: frame)
            }
            if let problem {
                throw text.fault(line: number, problem)
            }
        }
        return TrackDocument(frames: collector.sorted())
    }
}
