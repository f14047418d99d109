import TrackModel

extension TrackFormat {
    /// VATIC text, which py-motmetrics reads.
    public static let vatic = TrackFormat(
        name: "vatic", endings: ["vatic.txt"],
        summary: "VATIC text for py-motmetrics, with labels and sources; frames from 0, pixels from 0",
        isStreaming: true,
        holds: [.boxes, .labels, .labelChanges, .sources],
        labelAsWritten: VATICTrackWriter.writable,
        makeWriter: { path, options in VATICTrackWriter(path: path, options: options) },
        parse: VATICTrackReader.parse)
}

/// Writes VATIC text: `id xmin ymin xmax ymax frame lost occluded generated "label" "source"`, between spaces, one line an
/// observation (github.com/cvondrick/vatic, and py-motmetrics' `load_vatictxt`).
///
/// Frames and pixels count from 0, ids from 1. `generated` is 1 for what was interpolated; the source is an attribute. Nothing
/// can stand for a space or a quote in a label: they become _ and '. Boxes have 2 decimals. Times, confidences and corners are
/// left out.
final class VATICTrackWriter: TrackWriter {
    private let file: RecordFile

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open(.vatic, for: header)
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        for observation in frame.observations {
            let box = observation.box
            file.text.append(observation.track)
            for value in [box.left, box.top, box.right, box.bottom] {
                file.text.append(" ")
                file.text.append(value, decimals: 2)
            }
            file.text.append(" ")
            file.text.append(frame.frame)
            file.text.append(" 0 0 ")
            file.text.append(observation.source == .interpolated ? 1 : 0)
            file.text.append(" \"")
            file.text.append(Self.writable(observation.label))
            file.text.append("\" \"")
            file.text.append(observation.source.rawValue)
            file.text.append("\"\n")
        }
        try file.endRecord()
    }

    func finish() throws {
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    /// The label as it can be written. Readers split lines at white space, quoted or not.
    @Sendable
    static func writable(_ label: String) -> String {
        String(
            label.map { character in
                if character == "\"" { return "'" }
                let isVisible = !character.isWhitespace && !character.unicodeScalars.contains { $0.value < 32 }
                return isVisible ? character : "_"
            })
    }
}

/// Reads VATIC text. Lines that are `lost` show nothing and are passed over; an attribute that is one of our sources is the
/// source, else `generated` means interpolated. Ids may count from 0; all are one higher then.
enum VATICTrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        var rows = RowCollector()
        rows.collect(text) { rows, line, bytes throws(Finding) in
            let row = TextRow(line: line, values: try split(bytes, line: line))
            guard row.values.count >= 10 else {
                throw row.fault("there are \(row.values.count) values, and at least 10 are expected, between spaces")
            }
            let id = try row.integer(0, "id")
            guard id >= 0 else { throw row.fault("id is \(id), and ids are counted from 0") }
            let left = try row.number(1, "xmin")
            let top = try row.number(2, "ymin")
            let box = Box(
                left: left, top: top, width: try row.number(3, "xmax") - left, height: try row.number(4, "ymax") - top)
            if box.width < 0 { throw row.fault("xmax is \(row.text(3)), which lies left of xmin, \(row.text(1))") }
            if box.height < 0 { throw row.fault("ymax is \(row.text(4)), which lies above ymin, \(row.text(2))") }
            let frame = try row.integer(5, "frame")
            let isLost = try row.flag(6, "lost")
            _ = try row.flag(7, "occluded")
            let isGenerated = try row.flag(8, "generated")
            if row.values[9].contains(where: TrackText.isBlank) {
                rows.findings.append(
                    .rule(line: line, "the label \(row.text(9)) has a space, at which py-motmetrics takes it apart"))
            }
            guard !isLost else { return }
            let source = row.values[10...].lazy.compactMap { ObservationSource(rawValue: unquoted($0)) }.first
            let observation = Observation(
                track: id, label: unquoted(row.values[9]), box: box, confidence: 1,
                source: source ?? (isGenerated ? .interpolated : .detected))
            rows.add(observation, frame: frame, line: line)
        }
        return rows.reading(countsFromZero: true, options)
    }

    /// The values between white space; between quotes white space belongs to the value.
    private static func split(_ line: ArraySlice<UInt8>, line number: Int) throws(Finding) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        var start: Int?
        var isQuoted = false
        for index in line.indices {
            if line[index] == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
            if TrackText.isBlank(line[index]), !isQuoted {
                if let first = start { values.append(line[first..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        guard !isQuoted else { throw Finding(line: number, "a quote is opened and never closed") }
        if let first = start { values.append(line[first...]) }
        return values
    }

    private static func unquoted(_ value: ArraySlice<UInt8>) -> String {
        let quote = UInt8(ascii: "\"")
        guard value.count >= 2, value.first == quote, value.last == quote else {
            return String(decoding: value, as: UTF8.self)
        }
        return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    }
}
