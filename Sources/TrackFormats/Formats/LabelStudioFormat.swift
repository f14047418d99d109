import TrackModel

extension TrackFormat {
    /// Label Studio's JSON for a video task whose predictions are the tracks.
    public static let labelStudio = TrackFormat(
        name: "labelstudio", endings: ["labelstudio.json"],
        summary: "a Label Studio task with a prediction (VideoRectangle), boxes in percent; frames from 1",
        isStreaming: false,
        holds: [.boxes, .times, .labels, .confidences, .sources],
        needs: [.pictureSize, .frameRate],
        makeWriter: { path, options in LabelStudioTrackWriter(path: path, options: options) },
        parse: LabelStudioTrackReader.parse)
}

/// Writes one Label Studio task: the video, its frame rate, and one prediction with a VideoRectangle region for each track.
///
/// Each observation is an entry of its region's sequence; `enabled` is false on the last before a gap and on the last of all, so
/// that nothing is interpolated that was not tracked. Frames count from 1, boxes are in percent of the picture with 6 decimals,
/// times are in seconds. Confidence and source stand in the entries as members of these names, which Label Studio passes over; a
/// region's score is the mean. What lies over the picture's right or bottom edge by more than the picture is cut off, since
/// Label Studio refuses more than 100 percent. A track has the label of its first observation; corners are left out.
///
/// The labelling configuration that fits, where data holds `video` and `fps`:
///
///     <View><Labels name="labels" toName="video"><Label value="face"/></Labels>
///     <Video name="video" value="$video" framerate="$fps"/><VideoRectangle name="box" toName="video"/></View>
final class LabelStudioTrackWriter: TrackWriter {
    private struct OpenTrack {
        let label: String
        var confidenceSum: Double
        var count: Int
        var meanConfidence: Double { confidenceSum / Double(count) }
        var waiting: (frame: Int, time: Double, observation: Observation)
    }

    private let file: RecordFile
    private let spool: ObservationSpool
    private var strings = JSONStrings()
    private var row = TextBuffer()
    private var header: TrackFileHeader?
    private var tracks: [Int: OpenTrack] = [:]
    private var lastFrame = -1

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        spool = ObservationSpool(besideOutput: path)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open(.labelStudio, for: header)
        self.header = header
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        lastFrame = frame.frame
        for observation in frame.observations {
            let number = observation.track
            row.removeAll()
            if var track = tracks[number] {
                appendEntry(track.waiting, isEnabled: track.waiting.frame + 1 == frame.frame)
                row.append(",\n")
                track.confidenceSum += observation.confidence
                track.count += 1
                track.waiting = (frame.frame, frame.time, observation)
                tracks[number] = track
            } else {
                tracks[number] = OpenTrack(
                    label: observation.label, confidenceSum: observation.confidence, count: 1,
                    waiting: (frame.frame, frame.time, observation))
            }
            try file.keepingFailure { () throws(TrackletError) in try spool.append(row.bytes, to: number) }
        }
    }

    func finish() throws {
        try file.endRecord()
        guard let header, let rate = header.source.usableFrameRate else {
            preconditionFailure("finished before it was begun")
        }
        let frameCount = max(header.source.declaredFrameCount ?? 0, lastFrame + 1, 1)
        let sum = tracks.keys.sorted().reduce(0) { $0 + (tracks[$1].map(\.meanConfidence) ?? 0) }
        file.text.append("[{\"data\": {\"video\": ")
        file.text.append(try strings.quoted(header.source.name))
        file.text.append(", \"fps\": \(rate)},\n\"predictions\": [{\"model_version\": ")
        file.text.append(try strings.quoted(header.producer))
        file.text.append(", \"score\": ")
        file.text.append(tracks.isEmpty ? 0 : sum / Double(tracks.count), decimals: 4)
        file.text.append(", \"result\": [")
        for (index, number) in tracks.keys.sorted().enumerated() {
            guard let track = tracks[number] else { continue }
            file.text.append(index == 0 ? "\n" : ",\n")
            try append(track, number: number, header: header, frameCount: frameCount, rate: rate)
        }
        file.text.append("]}]}]\n")
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    // MARK: - Parts of the document

    private func append(
        _ track: OpenTrack, number: Int, header: TrackFileHeader, frameCount: Int, rate: Double
    ) throws {
        file.text.append("{\"id\": \"t\(number)\", \"from_name\": \"box\", \"to_name\": \"video\", ")
        file.text.append("\"type\": \"videorectangle\", \"origin\": \"prediction\", \"score\": ")
        file.text.append(track.meanConfidence, decimals: 4)
        file.text.append(", \"original_width\": \(header.source.size.width), ")
        file.text.append("\"original_height\": \(header.source.size.height),\n \"value\": {\"framesCount\": ")
        file.text.append(frameCount)
        file.text.append(", \"duration\": ")
        let isAsDeclared = frameCount == header.source.declaredFrameCount
        let declared = isAsDeclared ? header.source.declaredDuration : nil
        file.text.append(declared ?? Double(frameCount) / rate, decimals: 6)
        file.text.append(", \"labels\": [")
        file.text.append(try strings.quoted(track.label))
        file.text.append("], \"sequence\": [\n")
        try file.endRecord()
        try file.keepingFailure { () throws(TrackletError) in
            try spool.forEachPart(of: number) { part throws(TrackletError) in try file.write(part) }
        }
        row.removeAll()
        appendEntry(track.waiting, isEnabled: false)
        try file.write(row.bytes)
        file.text.append("]}}")
    }

    private func appendEntry(_ entry: (frame: Int, time: Double, observation: Observation), isEnabled: Bool) {
        guard let size = header?.source.size else { preconditionFailure("written before it was begun") }
        let box = entry.observation.box
        row.append("  {\"frame\": ")
        row.append(entry.frame + 1)
        row.append(isEnabled ? ", \"enabled\": true" : ", \"enabled\": false")
        row.append(", \"rotation\": 0")
        for (name, value, whole) in [
            ("x", box.left, size.width), ("y", box.top, size.height), ("width", box.width, size.width),
            ("height", box.height, size.height),
        ] {
            row.append(", \"\(name)\": ")
            row.append(min(value / Double(whole) * 100, 100), decimals: 6)
        }
        row.append(", \"time\": ")
        row.append(entry.time, decimals: 6)
        row.append(", \"confidence\": ")
        row.append(entry.observation.confidence, decimals: 4)
        row.append(", \"source\": \"")
        row.append(entry.observation.source.rawValue)
        row.append("\"}")
    }
}
