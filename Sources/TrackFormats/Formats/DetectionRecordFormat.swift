public import TrackModel

/// Writes what detectors said in a run as JSON Lines, so that another run can be told the same to the last bit.
///
///     {"frame": 10, "time": 0.4, "detections": [{"label": "face", "left": 301.25, …, "confidence": 0.81}],
///      "secondLooks": [{"label": "face", "expected": {"left": …}, "found": {…}}]}
///
/// One line for each frame that detectors were asked about; `detections` is not there where no round was held, and `found` is
/// not where a second look saw nothing. Numbers have as many digits as tell them from any other. It is what
/// `JSONLinesTrackWriter` writes otherwise, and can be read as that.
public final class DetectionRecordWriter: TrackWriter {
    private let file: RecordFile
    private let records: (_ through: Int) -> [DetectionRecord]
    private var strings = JSONStrings()

    /// - Parameter records: gives, once, the records of all frames up to the one named.
    public init(
        path: String, options: TrackWritingOptions = TrackWritingOptions(),
        records: @escaping (_ through: Int) -> [DetectionRecord]
    ) {
        file = RecordFile(path: path, options: options)
        self.records = records
    }

    public func begin(_ header: TrackFileHeader) throws {
        try file.open()
    }

    /// Writes the records up to this frame.
    public func write(_ frame: FrameObservations) throws {
        try write(records(frame.frame))
    }

    public func finish() throws {
        try write(records(.max))
        try file.finish()
    }

    public func cancel() {
        file.cancel()
    }

    private func write(_ records: [DetectionRecord]) throws {
        for record in records {
            file.text.append("{\"frame\": ")
            file.text.append(record.frame)
            if let time = record.time { append(", \"time\": ", time) }
            if let detections = record.detections {
                try append(", \"detections\": ", detections) { try append($0) }
            }
            if !record.secondLooks.isEmpty {
                try append(", \"secondLooks\": ", record.secondLooks) { look in
                    file.text.append("\"label\": ")
                    file.text.append(try strings.quoted(look.label))
                    file.text.append(", \"expected\": {")
                    append(look.expected)
                    file.text.append("}")
                    guard let found = look.found else { return }
                    file.text.append(", \"found\": {")
                    try append(found)
                    file.text.append("}")
                }
            }
            file.text.append("}\n")
            try file.endRecord()
        }
    }

    private func append<Item>(_ name: StaticString, _ items: [Item], _ members: (Item) throws -> Void) throws {
        file.text.append(name)
        for (index, item) in items.enumerated() {
            file.text.append(index == 0 ? "[{" : ", {")
            try members(item)
            file.text.append("}")
        }
        file.text.append(items.isEmpty ? "[]" : "]")
    }

    private func append(_ detection: Detection) throws {
        file.text.append("\"label\": ")
        file.text.append(try strings.quoted(detection.label))
        file.text.append(", ")
        append(detection.box)
        append(", \"confidence\": ", detection.confidence)
        if let corners = detection.corners?.corners {
            for (index, corner) in corners.enumerated() {
                append(index == 0 ? ", \"corners\": [[" : ", [", corner.x)
                append(", ", corner.y)
                file.text.append("]")
            }
            file.text.append("]")
        }
        if let landmarks = detection.landmarks {
            for (index, name) in FaceLandmarks.jsonNames.enumerated() {
                file.text.append(index == 0 ? ", \"landmarks\": {" : ", ")
                file.text.append(name)
                append("[", landmarks.points[index].x)
                append(", ", landmarks.points[index].y)
                file.text.append("]")
            }
            file.text.append("}")
        }
    }

    private func append(_ box: Box) {
        append("\"left\": ", box.left)
        append(", \"top\": ", box.top)
        append(", \"width\": ", box.width)
        append(", \"height\": ", box.height)
    }

    private func append(_ name: StaticString, _ number: Double) {
        file.text.append(name)
        // The shortest text that reads back as this number, in every locale.
        file.text.append(number.description)
    }
}

/// Reads JSON Lines as records: those of `DetectionRecordWriter`, of `tracklet detect`, of other programs.
enum DetectionRecordReader {
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> [DetectionRecord] {
        var records: [DetectionRecord] = []
        var collector = FrameCollector()
        try text.forEachLine { number, bytes throws(TrackletError) in
            let reading = JSONReading(text: text, line: number, whole: "the frame")
            let line = try reading.decode(RecordLine.self, from: bytes)
            if collector.contains(frame: line.frame) {
                throw text.fault(line: number, "frame \(line.frame) is there a second time")
            }
            if let problem = collector.addFrame(line.frame, time: line.time ?? 0) {
                throw text.fault(line: number, problem)
            }
            /// The detection, once it is known to be sound.
            func detection(_ entry: JSONObservation, in path: [JSONStep]) throws(TrackletError) -> Detection {
                let observation = entry.observation(track: Observation.withoutTrack, label: options.label)
                if let problem = ObservationCheck.problem(with: observation) { throw reading.fault(in: path, problem) }
                return Detection(observation)
            }
            var record = DetectionRecord(frame: line.frame, time: line.time)
            for (name, entries) in [("observations", line.observations), ("detections", line.detections)] {
                guard let entries else { continue }
                var detections = record.detections ?? []
                for (index, entry) in entries.enumerated() {
                    detections.append(try detection(entry, in: [JSONStep(name), JSONStep(index)]))
                }
                record.detections = detections
            }
            for (index, look) in line.secondLooks.enumerated() {
                var found: Detection?
                if let entry = look.found {
                    found = try detection(entry, in: [JSONStep("secondLooks"), JSONStep(index), JSONStep("found")])
                }
                record.secondLooks.append(
                    .init(label: look.label ?? options.label, expected: look.expected.box, found: found))
            }
            records.append(record)
        }
        return records.sorted { $0.frame < $1.frame }
    }
}

private struct RecordLine: Decodable {
    let frame: Int
    let time: Double?
    let observations: [JSONObservation]?
    let detections: [JSONObservation]?
    let secondLooks: [Look]

    struct Look: Decodable {
        let label: String?
        /// Of which the box alone counts.
        let expected: JSONObservation
        let found: JSONObservation?
    }

    private enum CodingKeys: String, CodingKey {
        case frame, time, observations, detections, secondLooks
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.wholeNumber(.frame)
        time = try members.ifPresent(.time) { try members.number($0) }
        observations = try members.ifPresent(.observations) { try members.decode([JSONObservation].self, forKey: $0) }
        detections = try members.ifPresent(.detections) { try members.decode([JSONObservation].self, forKey: $0) }
        secondLooks = try members.ifPresent(.secondLooks) { try members.decode([Look].self, forKey: $0) } ?? []
    }
}
