import TrackModel

extension TrackFormat {
    /// Comma-separated values, one row an observation: the table to open in a spreadsheet, pandas or R.
    public static let csv = TrackFormat(
        name: "csv", endings: ["csv"],
        summary: "one row an observation, with a header; frames from 0, pixels from 0",
        isStreaming: true,
        holds: [.boxes, .times, .labels, .labelChanges, .confidences, .sources, .detections, .horizons],
        makeWriter: { path, options in CSVTrackWriter(path: path, options: options) },
        parse: { text, options in
            CheckedReading(text) { () throws(TrackletError) in try CSVTrackReader.read(text, options) }
        })
}

/// Writes RFC 4180: a header, fixed columns, rows that end in CR LF, quotes only around labels that need them.
///
/// Frames and pixels count from 0; times have 6 decimals, boxes 2, confidences 4. Frames with nothing in them have no row.
/// Detections have an empty `track`. Where horizons were asked for there is a column `angle` at the end (degrees, 2 decimals), and a frame's horizon has a row
/// of its own, with the label `horizon` and neither track nor box; the angle of all other rows is empty. Corners are left out: JSON and JSON Lines hold them.
final class CSVTrackWriter: TrackWriter {
    static let columns = [
        "frame", "time", "track", "label", "left", "top", "width", "height", "confidence", "source",
    ]

    /// The column that is there only where horizons were asked for, and what their rows are labelled.
    static let angleColumn = "angle"
    static let horizonLabel = "horizon"

    private let file: RecordFile
    private let hasHorizons: Bool

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        hasHorizons = options.hasHorizons
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
        let columns = Self.columns + (hasHorizons ? [Self.angleColumn] : [])
        file.text.append(columns.joined(separator: ","))
        file.text.append("\r\n")
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        if let horizon = frame.horizon { append(horizon, of: frame) }
        for observation in frame.observations {
            append(observation, of: frame)
        }
        try file.endRecord()
    }

    func finish() throws {
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    private func append(_ observation: Observation, of frame: FrameObservations) {
        let comma = UInt8(ascii: ",")
        file.text.append(frame.frame)
        file.text.append(byte: comma)
        file.text.append(frame.time, decimals: 6)
        file.text.append(byte: comma)
        if observation.track != Observation.withoutTrack {
            file.text.append(observation.track)
        }
        file.text.append(byte: comma)
        append(field: observation.label)
        for value in [observation.box.left, observation.box.top, observation.box.width, observation.box.height] {
            file.text.append(byte: comma)
            file.text.append(value, decimals: 2)
        }
        file.text.append(byte: comma)
        file.text.append(observation.confidence, decimals: 4)
        file.text.append(byte: comma)
        file.text.append(observation.source.rawValue)
        if hasHorizons { file.text.append(byte: comma) }
        file.text.append("\r\n")
    }

    private func append(_ horizon: Horizon, of frame: FrameObservations) {
        precondition(hasHorizons, "a horizon came, and none was announced")
        file.text.append(frame.frame)
        file.text.append(byte: UInt8(ascii: ","))
        file.text.append(frame.time, decimals: 6)
        file.text.append(",,\(Self.horizonLabel),,,,,")
        file.text.append(horizon.confidence, decimals: 4)
        file.text.append(",\(ObservationSource.detected.rawValue),")
        file.text.append(horizon.angle, decimals: 2)
        file.text.append("\r\n")
    }

    private func append(field: String) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = field.utf8.contains { byte in
            byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
        }
        // Spaces at the ends belong to the field, yet some readers trim what stands without quotes.
        guard needsQuotes || field.hasPrefix(" ") || field.hasSuffix(" ") else {
            return file.text.append(field)
        }
        file.text.append(byte: quote)
        for byte in field.utf8 {
            if byte == quote {
                file.text.append(byte: quote)
            }
            file.text.append(byte: byte)
        }
        file.text.append(byte: quote)
    }
}

/// Reads comma-separated values with a header, its columns in any order.
///
/// `frame`, `left`, `top`, `width` and `height` must be there; other columns than the writer's are passed over. An empty
/// `track` is a detection, and a row without a box that has an `angle` is a frame's horizon.
enum CSVTrackReader {
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        var records = CSVRecords(text)
        guard let header = try records.next() else {
            throw text.fault(line: 1, "the file is empty, and its first line should name the columns")
        }
        var columns: [String: Int] = [:]
        for (index, name) in header.fields.enumerated()
        where CSVTrackWriter.columns.contains(name) || name == CSVTrackWriter.angleColumn {
            guard columns.updateValue(index, forKey: name) == nil else {
                throw text.fault(line: header.line, "the column \(name) is there twice")
            }
        }
        let missing = ["frame", "left", "top", "width", "height"].filter { columns[$0] == nil }
        guard missing.isEmpty else {
            throw text.fault(line: header.line, "the header names no column \(missing.joined(separator: ", "))")
        }

        var collector = FrameCollector()
        while let record = try records.next() {
            guard record.fields.count == header.fields.count else {
                throw text.fault(
                    line: record.line,
                    "there are \(record.fields.count) values, and the header names \(header.fields.count) columns")
            }
            let row = Row(text: text, line: record.line, fields: record.fields, columns: columns)
            let frame = try row.integer("frame") ?? 0
            let time = try row.number("time") ?? options.time(ofFrame: frame)
            var problem = collector.addFrame(frame, time: time)
            if let horizon = try row.horizon() {
                problem = problem ?? collector.add(horizon, toFrame: frame)
            } else {
                let observation = try row.observation(options)
                problem = problem ?? collector.add(observation, toFrame: frame)
            }
            if let problem {
                throw text.fault(line: record.line, problem)
            }
        }
        return TrackDocument(frames: collector.sorted())
    }

    private struct Row {
        let text: TrackText
        let line: Int
        let fields: [String]
        let columns: [String: Int]

        func observation(_ options: TrackReadingOptions) throws(TrackletError) -> Observation {
            let trackField = field("track") ?? ""
            let track = trackField.isEmpty ? Observation.withoutTrack : try integer("track") ?? 0
            if track <= 0, !trackField.isEmpty {
                throw text.fault(line: line, "track is \(track), and tracks are counted from 1")
            }
            let sourceField = field("source") ?? ObservationSource.detected.rawValue
            guard let source = ObservationSource(rawValue: sourceField) else {
                throw text.fault(line: line, "source \(unknownSource(sourceField))")
            }
            let box = Box(
                left: try number("left") ?? 0, top: try number("top") ?? 0, width: try number("width") ?? 0,
                height: try number("height") ?? 0)
            return Observation(
                track: track, label: field("label") ?? options.label, box: box,
                confidence: try number("confidence") ?? 1, source: source)
        }

        /// Nil for a row that is about an object: one with a box.
        func horizon() throws(TrackletError) -> Horizon? {
            guard let angle = field(CSVTrackWriter.angleColumn), !angle.isEmpty else { return nil }
            let others = ["track", "left", "top", "width", "height"].filter { field($0)?.isEmpty == false }
            guard others.isEmpty else {
                throw text.fault(
                    line: line,
                    "there is an angle beside \(others.joined(separator: ", ")); a horizon has a row of its own")
            }
            return Horizon(
                angle: try number(CSVTrackWriter.angleColumn) ?? 0, confidence: try number("confidence") ?? 1)
        }

        /// nil when the file has no such column.
        func number(_ name: String) throws(TrackletError) -> Double? {
            guard let field = field(name) else { return nil }
            guard let number = NumberText.double(field.utf8) else {
                throw text.fault(line: line, "\(name) is \"\(field)\", which is not a number")
            }
            return number
        }

        func integer(_ name: String) throws(TrackletError) -> Int? {
            guard let field = field(name) else { return nil }
            guard let number = NumberText.integer(field.utf8) else {
                throw text.fault(line: line, "\(name) is \"\(field)\", which is not a whole number")
            }
            return number
        }

        private func field(_ name: String) -> String? {
            columns[name].map { fields[$0] }
        }
    }
}
