import TrackModel

extension TrackFormat {
    /// MOTChallenge text, which the evaluation tools of multiple object tracking read.
    public static let mot = TrackFormat(
        name: "mot", endings: ["txt"],
        summary:
            "MOTChallenge text for TrackEval and py-motmetrics; frames and pixels from 1 (--mot-pixel-base 0: pixels from 0)",
        isStreaming: true,
        makeWriter: { path, options in MOTTrackWriter(path: path, options: options) })
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
            file.text.append(observation.track > 0 ? observation.track : -1)
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
