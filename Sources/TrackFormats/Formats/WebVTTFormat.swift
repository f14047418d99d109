import TrackModel

extension TrackFormat {
    /// WebVTT metadata, which a page's script gets beside the video (`<track kind="metadata">`).
    public static let webVTT = TrackFormat(
        name: "webvtt", endings: ["vtt"],
        summary: "WebVTT metadata for web pages: a cue a frame, its text the JSON Lines object of that frame",
        isStreaming: true,
        holds: [.wholeObservations, .horizons],
        needs: .times,
        makeWriter: { path, options in WebVTTTrackWriter(path: path, options: options) },
        parse: WebVTTTrackReader.parse)
}

/// Writes WebVTT (w3.org/TR/webvtt1) with one cue for each frame that holds something; the cue's text is the frame's object of
/// JSON Lines on one line.
///
/// A cue lasts until the next frame's time; the last one as long as the one before. Cue times have milliseconds and cannot be negative, and the exact time
/// stands in the object. Frames with nothing in them have no cue.
final class WebVTTTrackWriter: TrackWriter {
    private let file: RecordFile
    private let content: TrackWritingOptions.Content
    private var strings = JSONStrings()
    private var row = TextBuffer()
    private var waiting: FrameObservations?
    /// Seconds from one frame to the next.
    private var frameDuration = 0.04
    private var lastStart = 0

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        content = options.content
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
        frameDuration = header.source.usableFrameRate.map { 1 / $0 } ?? frameDuration
        file.text.append("WEBVTT\n")
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        if let waiting {
            // Frames between the two may have been left out, as most formats leave out those with nothing in them.
            let duration = (frame.time - waiting.time) / Double(frame.frame - waiting.frame)
            if duration > 0 { frameDuration = duration }
            try append(waiting)
        }
        waiting = frame
    }

    func finish() throws {
        if let waiting { try append(waiting) }
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    private func append(_ frame: FrameObservations) throws {
        guard !frame.observations.isEmpty || frame.horizon != nil else { return }
        // A start may not lie before an earlier one's.
        let start = max(WebVTTTime.milliseconds(frame.time), lastStart)
        lastStart = start
        file.text.append("\n")
        file.text.append(cueFrom: start, to: max(WebVTTTime.milliseconds(frame.time + frameDuration), start + 1))
        row.removeAll()
        try row.append(jsonOf: frame, content, &strings)
        append(cueText: row.bytes)
        file.text.append("\n")
        try file.endRecord()
    }

    /// A cue's text may not hold an arrow. In JSON one can only stand in a string, where its point may be escaped.
    private func append(cueText bytes: [UInt8]) {
        var dashes = 0
        for byte in bytes {
            if byte == UInt8(ascii: ">"), dashes >= 2 {
                file.text.append("\\u003e")
            } else {
                file.text.append(byte: byte)
            }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
    }
}

/// Reads WebVTT whose cues hold frames as JSON; notes, styles and regions are passed over.
///
/// A frame's time is that of its object; without one, that of its cue.
enum WebVTTTrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        var reading = CheckedReading()
        let file = WebVTTFile(text)
        reading.findings = file.findings
        guard !file.findings.contains(where: \.stopsReading) else { return reading }
        var collector = FrameCollector()
        for cue in file.cues {
            guard cue.text.first(where: { !TrackText.isBlank($0) }) == UInt8(ascii: "{") else {
                reading.findings.append(
                    Finding(line: cue.textLine, "the cue's text is no JSON object, so these are captions and no tracks")
                )
                break
            }
            let json = JSONReading(text: text, line: cue.textLine, whole: "the frame")
            do throws(TrackletError) {
                let frame = try json.decode(JSONFrame.self, from: cue.text[...])
                try collector.add(frame, time: frame.time ?? cue.start, json, options)
            } catch {
                reading.findings.append(text.finding(of: error))
            }
        }
        reading.document = TrackDocument(frames: collector.sorted())
        reading.findings.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return reading
    }
}
