import TrackModel

extension TrackFormat {
    /// KITTI tracking text, which TrackEval and KITTI's own evaluation read.
    public static let kitti = TrackFormat(
        name: "kitti", endings: ["kitti.txt"],
        summary: "KITTI tracking text for TrackEval, corners and score; frames from 0, pixels from 0",
        isStreaming: true,
        holds: [.boxes, .labels, .labelChanges, .confidences, .detections],
        labelAsWritten: KITTIType.forLabel,
        makeWriter: { path, options in KITTITrackWriter(path: path, options: options) },
        parse: KITTITrackReader.parse)
}

/// The types that KITTI's tracking files may name, as TrackEval (kitti_2d_box.py) has them; it refuses any other.
enum KITTIType {
    static let known = ["Car", "Van", "Truck", "Pedestrian", "Person", "Cyclist", "Tram", "Misc", "DontCare"]
    /// What is written for a label that is none of them: of those that are evaluated, the one that fits a face.
    static let substitute = "Pedestrian"
    static let dontCare = "DontCare"

    /// The type that is written for a label: the one of that name, whatever its case, or the substitute.
    @Sendable
    static func forLabel(_ label: String) -> String {
        known.first { $0.lowercased() == label.lowercased() && $0 != dontCare } ?? substitute
    }
}

/// Writes KITTI tracking results: `frame id type truncated occluded alpha left top right bottom height width length x y z
/// rotation score`, between spaces, one line an observation.
///
/// Frames and pixels count from 0. A label that is no type of KITTI's is written as Pedestrian. What is not known has the
/// values of KITTI's development kit: -1 for truncation, occlusion and size, -10 for angles, -1000 for the place.
/// Detections have the id -1. Boxes have 2 decimals, scores 4. Times, sources and corners are left out.
final class KITTITrackWriter: TrackWriter {
    private let file: RecordFile

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        for observation in frame.observations {
            let box = observation.box
            file.text.append(frame.frame)
            file.text.append(" ")
            file.text.append(observation.track != Observation.withoutTrack ? observation.track : -1)
            file.text.append(" ")
            file.text.append(KITTIType.forLabel(observation.label))
            file.text.append(" -1 -1 -10")
            for value in [box.left, box.top, box.right, box.bottom] {
                file.text.append(" ")
                file.text.append(value, decimals: 2)
            }
            file.text.append(" -1 -1 -1 -1000 -1000 -1000 -10 ")
            file.text.append(observation.confidence, decimals: 4)
            file.text.append("\n")
        }
        try file.endRecord()
    }

    func finish() throws {
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }
}

/// Reads KITTI tracking text, ground truth (17 values) and results (18, the last a score).
///
/// The type is the label. Regions of the type DontCare hold no object and are passed over. Scores outside 0...1 are cut to
/// that range. Ids may count from 0; all are one higher then.
enum KITTITrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        var shape: (line: Int, count: Int)?
        var rows = RowCollector()
        rows.collect(text) { rows, line, bytes throws(Finding) in
            let row = TextRow(line: line, values: bytes.split(whereSeparator: TrackText.isBlank))
            guard (17...18).contains(row.values.count) else {
                throw row.fault("there are \(row.values.count) values, and 17 or 18 are expected, between spaces")
            }
            let first = shape ?? (line, row.values.count)
            shape = first
            if first.count != row.values.count {
                rows.findings.append(
                    .rule(
                        line: line,
                        "TrackEval expects as many values in every line: here are \(row.values.count), in line \(first.line) there are \(first.count)"
                    ))
            }
            let type = row.text(2)
            let isKnown = KITTIType.known.contains { $0.lowercased() == type.lowercased() }
            if !isKnown {
                rows.findings.append(
                    .rule(
                        line: line,
                        "the type is \(type), and TrackEval knows only \(KITTIType.known.joined(separator: ", "))"))
            }
            for (index, name, range) in [(3, "truncated", -1.0...2), (4, "occluded", -1.0...3)] {
                if !range.contains(try row.number(index, name)) {
                    rows.findings.append(
                        .rule(
                            line: line,
                            "\(name) is \(row.text(index)), and KITTI's range is 0 to \(Int(range.upperBound)), with -1 for unknown"
                        ))
                }
            }
            for index in Array(10...16) + [5] {
                _ = try row.number(index, "value \(index + 1)")
            }
            let (observation, frame) = try observation(in: row, label: type)
            if type.lowercased() != KITTIType.dontCare.lowercased() {
                rows.add(observation, frame: frame, line: line)
            }
        }
        return rows.reading(countsFromZero: true, options)
    }

    private static func observation(
        in row: TextRow, label: String
    ) throws(Finding) -> (observation: Observation, frame: Int) {
        let frame = try row.integer(0, "frame")
        let id = try row.integer(1, "id")
        guard id >= -1 else { throw row.fault("id is \(id), and ids are counted from 0, with -1 for none") }
        let left = try row.number(6, "left")
        let top = try row.number(7, "top")
        let box = Box(
            left: left, top: top, width: try row.number(8, "right") - left, height: try row.number(9, "bottom") - top)
        if box.width < 0 { throw row.fault("right is \(row.text(8)), which lies left of left, \(row.text(6))") }
        if box.height < 0 { throw row.fault("bottom is \(row.text(9)), which lies above top, \(row.text(7))") }
        let score = row.values.count > 17 ? try row.number(17, "score") : 1
        let observation = Observation(
            track: id, label: label, box: box, confidence: min(max(score, 0), 1), source: .detected)
        return (observation, frame)
    }
}
