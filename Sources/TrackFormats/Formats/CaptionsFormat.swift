import TrackModel

extension TrackFormat {
    /// WebVTT captions for a player: who comes and who goes. They hold no boxes, and so cannot be read back.
    public static let captions = TrackFormat(
        name: "captions", endings: ["captions.vtt"],
        summary: "WebVTT captions for a player (\"face 3 enters\"): no boxes, so they can be written but not read",
        isStreaming: true,
        holds: [.labels],
        needs: .times,
        makeWriter: { path, options in CaptionsTrackWriter(path: path, options: options) },
        parse: { text, _ in
            let file = WebVTTFile(text)
            guard !file.findings.contains(where: \.stopsReading) else {
                var reading = CheckedReading()
                reading.findings = file.findings
                return reading
            }
            var reading = CheckedReading(
                failure: TrackletError(
                    .usage,
                    "\(text.name) is read as captions, which say who comes and goes and hold no boxes; name a file with tracks."
                ))
            reading.findings = file.findings
            return reading
        })
}

/// Writes WebVTT captions: "face 3 enters", "face 3 leaves", "face 3 returns", each for two seconds.
///
/// A track has left once it was not seen for a second; absences that are shorter are not told. What happens near the last
/// frame's time is told, and nobody leaves because the video ends. Numbers are those of the tracks, labels those of their first observations.
final class CaptionsTrackWriter: TrackWriter {
    private struct Presence {
        let label: String
        var lastSeen: Double
        var isPresent = true
    }

    private struct Event {
        let start: Double
        let track: Int
        let text: String
    }

    /// Seconds.
    private static let shortestAbsence = 1.0
    private static let captionDuration = 2.0

    private let file: RecordFile
    private var presences: [Int: Presence] = [:]
    /// The tracks that are there, so that those long gone cost no time.
    private var present: Set<Int> = []
    /// What may still be preceded by somebody's leaving.
    private var waiting: [Event] = []

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open(.captions, for: header)
        file.text.append("WEBVTT\n")
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        for track in present.sorted() {
            guard let presence = presences[track], frame.time - presence.lastSeen >= Self.shortestAbsence else {
                continue
            }
            presences[track]?.isPresent = false
            present.remove(track)
            tell(presence.label, track, "leaves", at: presence.lastSeen)
        }
        for observation in frame.observations {
            let track = observation.track
            let known = presences[track]
            if known?.isPresent != true {
                tell(known?.label ?? observation.label, track, known == nil ? "enters" : "returns", at: frame.time)
            }
            presences[track] = Presence(label: known?.label ?? observation.label, lastSeen: frame.time)
            present.insert(track)
        }
        try appendEvents(before: frame.time - Self.shortestAbsence)
    }

    func finish() throws {
        try appendEvents(before: .infinity)
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    private func tell(_ label: String, _ track: Int, _ what: String, at time: Double) {
        let name = label.map { $0.isNewline ? " " : $0 }
        waiting.append(Event(start: time, track: track, text: "\(String(name)) \(track) \(what)"))
    }

    /// Leaving is known a second late: only what is older is sure to come in the order of its starts.
    private func appendEvents(before time: Double) throws {
        waiting.sort { ($0.start, $0.track) < ($1.start, $1.track) }
        let count = waiting.firstIndex { $0.start >= time } ?? waiting.count
        for event in waiting.prefix(count) {
            let start = WebVTTTime.milliseconds(event.start)
            file.text.append("\n")
            file.text.append(
                cueFrom: start,
                to: max(WebVTTTime.milliseconds(event.start + Self.captionDuration), start + 1))
            file.text.append(cueText: event.text)
            file.text.append("\n")
        }
        waiting.removeFirst(count)
        try file.endRecord()
    }
}

extension TextBuffer {
    /// Text as a cue shows it: its &, < and > would begin or end tags.
    fileprivate mutating func append(cueText text: String) {
        for character in text {
            switch character {
            case "&": append("&amp;" as StaticString)
            case "<": append("&lt;" as StaticString)
            case ">": append("&gt;" as StaticString)
            default: append(String(character))
            }
        }
    }
}
