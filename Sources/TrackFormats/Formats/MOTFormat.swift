import TrackModel

extension TrackFormat {
    /// MOTChallenge text, which the evaluation tools of multiple object tracking read.
    public static let mot = TrackFormat(
        name: "mot", endings: ["txt"],
        summary:
            "MOTChallenge text for TrackEval and py-motmetrics; frames and pixels from 1 (--mot-pixel-base 0: pixels from 0)",
        isStreaming: true,
        holds: [.boxes, .confidences, .detections],
        makeWriter: { path, options in MOTTrackWriter(path: path, options: options) },
        parse: MOTTrackReader.parse)
}

/// Writes MOTChallenge text: `frame,id,left,top,width,height,confidence,-1,-1,-1`, one line an observation, no header.
///
/// As the specification (motchallenge.net/instructions, and TrackEval's MOTChallenge-format.txt) has it, frames and ids
/// count from 1 and the top left pixel is (1, 1); `MOTPixelBase.zero` leaves pixels unshifted. Detections have the id -1,
/// as in the benchmark's det.txt. Boxes have 2 decimals, confidences 4. Times, labels, sources and corners are left out.
final class MOTTrackWriter: TrackWriter {
    private let file: RecordFile
    private let pixelBase: Double

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        pixelBase = Double(options.motPixelBase.rawValue)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        for observation in frame.observations {
            let comma = UInt8(ascii: ",")
            let box = observation.box
            file.text.append(frame.frame + 1)
            file.text.append(byte: comma)
            file.text.append(observation.track != Observation.withoutTrack ? observation.track : -1)
            for value in [box.left + pixelBase, box.top + pixelBase, box.width, box.height] {
                file.text.append(byte: comma)
                file.text.append(value, decimals: 2)
            }
            file.text.append(byte: comma)
            file.text.append(observation.confidence, decimals: 4)
            file.text.append(",-1,-1,-1\n")
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

/// Reads MOTChallenge text: results, det.txt (id -1) and ground truth, 6 to 10 values a line between commas or white space.
///
/// The seventh value is the confidence; -1, and none, count as 1, and scores outside 0...1, as some benchmarks' detectors
/// give, are cut to that range. What stands after it is passed over.
/// Every observation counts as `detected`, and has the label and the time the reading options give it.
///
/// The rules beside that are those of TrackEval (`_base_dataset.py`, `mot_challenge_2d_box.py`); a file called gt.txt is held
/// to those for ground truth.
enum MOTTrackReader {
    private static let names = ["frame", "id", "left", "top", "width", "height", "confidence"]

    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        let isTruth = text.name == "gt.txt" || text.name.hasSuffix("/gt.txt")
        var shape: (line: Int, count: Int, hasCommas: Bool)?
        var rows = RowCollector()
        rows.collect(text) { rows, line, bytes throws(Finding) in
            let hasCommas = bytes.contains(UInt8(ascii: ","))
            let row = TextRow(line: line, values: split(bytes, hasCommas: hasCommas))
            let (observation, frame) = try observation(in: row, options)
            rows.add(observation, frame: frame, line: line)

            let first = shape ?? (line, row.values.count, hasCommas)
            shape = first
            if first.hasCommas != hasCommas {
                rows.findings.append(
                    .rule(
                        line: line,
                        "TrackEval expects the separator of line \(first.line), comma or space, in every line"))
            } else if first.count != row.values.count {
                rows.findings.append(
                    .rule(
                        line: line,
                        "TrackEval expects as many values in every line: here are \(row.values.count), in line \(first.line) there are \(first.count)"
                    ))
            }
            if let rule = try brokenRule(by: row, isTruth: isTruth) {
                rows.findings.append(.rule(line: line, rule))
            }
        }
        return rows.reading(countsFromZero: false, options)
    }

    private static func observation(
        in row: TextRow, _ options: TrackReadingOptions
    ) throws(Finding) -> (observation: Observation, frame: Int) {
        guard (6...10).contains(row.values.count) else {
            throw row.fault("there are \(row.values.count) values, and 6 to 10 are expected")
        }
        var numbers: [Double] = []
        for (index, name) in names.enumerated() where index < row.values.count {
            numbers.append(try row.number(index, name))
        }
        guard let frame = Int(exactly: numbers[0]), frame >= 1 else {
            throw row.fault("frame is \(row.text(0)), and frames are counted from 1")
        }
        guard let track = Int(exactly: numbers[1]), track >= 1 || track == -1 else {
            throw row.fault("id is \(row.text(1)), and ids are counted from 1, with -1 for none")
        }
        let pixelBase = Double(options.motPixelBase.rawValue)
        let confidence = numbers.count > 6 && numbers[6] != -1 ? min(max(numbers[6], 0), 1) : 1
        let observation = Observation(
            track: track == -1 ? Observation.withoutTrack : track, label: options.label,
            box: Box(left: numbers[2] - pixelBase, top: numbers[3] - pixelBase, width: numbers[4], height: numbers[5]),
            confidence: confidence, source: .detected)
        return (observation, frame - 1)
    }

    /// What TrackEval refuses in a line that can be read.
    private static func brokenRule(by row: TextRow, isTruth: Bool) throws(Finding) -> String? {
        guard row.values.count >= 8 else {
            return isTruth ? "TrackEval expects at least 8 values in ground truth, the eighth a class" : nil
        }
        let kind = try row.number(7, "the class (eighth value)")
        if isTruth, !(1...13).contains(kind) {
            return "the class (eighth value) is \(row.text(7)), and TrackEval knows 1 to 13 in ground truth"
        }
        if !isTruth, kind > 1 {
            return
                "the class (eighth value) is \(row.text(7)), and TrackEval evaluates results of class 1 (pedestrian) or -1 only"
        }
        return nil
    }

    /// The values of a line: between commas where there are any, else between white space.
    private static func split(_ line: ArraySlice<UInt8>, hasCommas: Bool) -> [ArraySlice<UInt8>] {
        guard hasCommas else {
            return line.split(whereSeparator: TrackText.isBlank)
        }
        return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { value in
            let start = value.firstIndex { !TrackText.isBlank($0) } ?? value.endIndex
            let end = value.lastIndex { !TrackText.isBlank($0) }.map { $0 + 1 } ?? start
            return value[start..<end]
        }
    }
}
