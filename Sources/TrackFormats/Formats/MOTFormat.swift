import TrackModel

extension TrackFormat {
    /// MOTChallenge text, which the evaluation tools of multiple object tracking read.
    public static let mot = TrackFormat(
        name: "mot", endings: ["txt"],
        summary:
            "MOTChallenge text for TrackEval and py-motmetrics; frames and pixels from 1 (--mot-pixel-base 0: pixels from 0)",
        isStreaming: true,
        makeWriter: { path, options in MOTTrackWriter(path: path, options: options) },
        read: MOTTrackReader.read)
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
enum MOTTrackReader {
    @Sendable
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        let names = ["frame", "id", "left", "top", "width", "height", "confidence"]
        let pixelBase = Double(options.motPixelBase.rawValue)
        var collector = FrameCollector()
        try text.forEachLine { line, bytes throws(TrackletError) in
            let values = split(bytes)
            guard (6...10).contains(values.count) else {
                throw text.fault(line: line, "there are \(values.count) values, and 6 to 10 are expected")
            }
            var numbers: [Double] = []
            for (name, value) in zip(names, values) {
                guard let number = NumberText.double(value) else {
                    throw text.fault(
                        line: line, "\(name) is \"\(String(decoding: value, as: UTF8.self))\", which is not a number")
                }
                numbers.append(number)
            }
            guard let frame = Int(exactly: numbers[0]), frame >= 1 else {
                throw text.fault(
                    line: line, "frame is \(String(decoding: values[0], as: UTF8.self)), and frames are counted from 1")
            }
            guard let track = Int(exactly: numbers[1]), track >= 1 || track == -1 else {
                throw text.fault(
                    line: line,
                    "id is \(String(decoding: values[1], as: UTF8.self)), and ids are counted from 1, with -1 for none")
            }
            let confidence = numbers.count > 6 && numbers[6] != -1 ? min(max(numbers[6], 0), 1) : 1
            let observation = Observation(
                track: track == -1 ? Observation.withoutTrack : track, label: options.label,
                box: Box(
                    left: numbers[2] - pixelBase, top: numbers[3] - pixelBase, width: numbers[4], height: numbers[5]),
                confidence: confidence, source: .detected)
            let problem =
                collector.addFrame(frame - 1, time: options.time(ofFrame: frame - 1))
                ?? collector.add(observation, toFrame: frame - 1)
            if let problem {
                throw text.fault(line: line, problem)
            }
        }
        return TrackDocument(frames: collector.sorted())
    }

    /// The values of a line: between commas where there are any, else between white space.
    private static func split(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard line.contains(UInt8(ascii: ",")) else {
            return line.split(whereSeparator: TrackText.isBlank)
        }
        return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { value in
            let start = value.firstIndex { !TrackText.isBlank($0) } ?? value.endIndex
            let end = value.lastIndex { !TrackText.isBlank($0) }.map { $0 + 1 } ?? start
            return value[start..<end]
        }
    }
}
