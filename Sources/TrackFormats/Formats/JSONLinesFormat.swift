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
            file.text.append(try strings.quoted(observation.label))
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
        try text.forEachLine { number, bytes throws(TrackletError) in
            let reading = JSONReading(text: text, line: number, whole: "the frame")
            let line = try reading.decode(JSONFrameLine.self, from: bytes)
            if collector.contains(frame: line.frame) {
                throw text.fault(line: number, "frame \(line.frame) is there a second time")
            }
            if let problem = collector.addFrame(line.frame, time: line.time ?? options.time(ofFrame: line.frame)) {
                throw text.fault(line: number, problem)
            }
            for (name, entries) in [("observations", line.observations), ("detections", line.detections)] {
                for (index, entry) in entries.enumerated() {
                    let observation = entry.observation(
                        track: entry.track ?? Observation.withoutTrack, label: options.label)
                    if let problem = collector.add(observation, toFrame: line.frame) {
                        throw reading.fault(in: "\(name)[\(index)]", problem)
                    }
                }
            }
        }
        return TrackDocument(frames: collector.sorted())
    }
}

/// One line of JSON Lines.
private struct JSONFrameLine: Decodable {
    let frame: Int
    let time: Double?
    let observations: [JSONObservation]
    let detections: [JSONObservation]

    private enum CodingKeys: String, CodingKey {
        case frame, time, observations, detections
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.wholeNumber(.frame)
        time = try members.ifPresent(.time) { try members.number($0) }
        observations =
            try members.ifPresent(.observations) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
        detections = try members.ifPresent(.detections) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
    }
}
