import TrackModel

extension TrackFormat {
    /// Comma-separated values, one row an observation: the table to open in a spreadsheet, pandas or R.
    public static let csv = TrackFormat(
        name: "csv", endings: ["csv"],
        summary: "one row an observation, with a header; frames from 0, pixels from 0",
        isStreaming: true,
        makeWriter: { path, options in CSVTrackWriter(path: path, options: options) })
}

/// Writes RFC 4180: a header, fixed columns, rows that end in CR LF, quotes only around labels that need them.
///
/// Frames and pixels count from 0; times have 6 decimals, boxes 2, confidences 4. Frames with nothing in them have no row.
/// Detections have an empty `track`. Corners are left out: JSON and JSON Lines hold them.
final class CSVTrackWriter: TrackWriter {
    static let columns = [
        "frame", "time", "track", "label", "left", "top", "width", "height", "confidence", "source",
    ]

    private let file: RecordFile

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
        file.text.append(Self.columns.joined(separator: ","))
        file.text.append("\r\n")
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
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
        if observation.track > 0 {
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
