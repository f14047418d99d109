import TrackModel

extension TrackFormat {
    /// One JSON document: what the source is, how it was tracked, and each track with its observations.
    public static let json = TrackFormat(
        name: "json", endings: ["json"],
        summary:
            "one document: source, options, tracks with their observations and corners; frames from 0, pixels from 0",
        isStreaming: false,
        holds: [.wholeObservations, .facts, .horizons, .identities],
        makeWriter: { path, options in JSONTrackWriter(path: path, options: options) },
        parse: { text, options in
            CheckedReading(text) { () throws(TrackletError) in try JSONTrackReader.read(text, options) }
        })
}

/// Writes one JSON document, an observation a line, so that two runs can be compared line by line.
///
/// Observations come frame by frame and stand in the file track by track: they wait in an `ObservationSpool`, so memory
/// does not grow with the video. Times have 6 decimals, boxes and corners 2, confidences 4; corners go clockwise from the
/// top left. A track has the label of its first observation; an observation of another label says so itself. Frames with
/// nothing in them are only counted. Who a track was found to be, and why, stands before its observations as `identity` and `returns`. Detections stand in one list `detections` in place of `tracks`, in frame order. Horizons stand in a list of their own, `horizons`; angles are in degrees with 2 decimals.
final class JSONTrackWriter: TrackWriter {
    static let formatName = "tracklet"
    static let formatVersion = 1

    private let file: RecordFile
    private let content: TrackWritingOptions.Content
    private let spool: ObservationSpool
    private var strings = JSONStrings()
    private var row = TextBuffer()
    private var labels: [Int: String] = [:]
    private var identities: [Int: TrackIdentity] = [:]
    private var detectionCount = 0
    /// What is known of frames without a box.
    private let horizons: ObservationSpool
    private var frames: (count: Int, first: Int, last: Int) = (0, 0, 0)

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        content = options.content
        spool = ObservationSpool(besideOutput: path)
        horizons = ObservationSpool(besideOutput: path)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open()
        try append(header)
        switch content {
        case .tracks: file.text.append("  \"tracks\": [")
        case .detections: file.text.append("  \"detections\": [")
        }
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        frames = (frames.count + 1, frames.count == 0 ? frame.frame : frames.first, frame.frame)
        try append(frame.horizon, of: frame)
        for observation in frame.observations {
            switch content {
            case .tracks:
                try append(observation, of: frame)
                try file.keepingFailure { () throws(TrackletError) in
                    try spool.append(row.bytes, to: observation.track)
                }
            case .detections:
                file.text.append(detectionCount == 0 ? "\n" : ",\n")
                detectionCount += 1
                file.text.append("    {\"frame\": ")
                appendPlace(of: frame, to: &file.text)
                file.text.append(", \"label\": ")
                file.text.append(try strings.quoted(observation.label))
                file.text.append(", ")
                file.text.append(jsonMembersOf: observation)
                file.text.append("}")
            }
        }
        try file.endRecord()
    }

    func identify(_ identities: [TrackIdentity]) {
        for identity in identities { self.identities[identity.track] = identity }
    }

    func finish() throws {
        try appendTracksAndEnd()
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    // MARK: - Parts of the document

    private func appendTracksAndEnd() throws {
        let tracks = spool.tracks
        for (index, track) in tracks.enumerated() {
            file.text.append(index == 0 ? "\n" : ",\n")
            file.text.append("    {\n      \"track\": ")
            file.text.append(track)
            file.text.append(",\n      \"label\": ")
            file.text.append(try strings.quoted(labels[track] ?? ""))
            if let identity = identities[track] { try file.text.append(jsonMembersOf: identity, &strings) }
            file.text.append(",\n      \"observations\": [\n")
            try file.endRecord()
            try file.keepingFailure { () throws(TrackletError) in
                try spool.forEachPart(of: track) { part throws(TrackletError) in try file.write(part) }
            }
            file.text.append("\n      ]\n    }")
        }
        file.text.append(tracks.isEmpty && detectionCount == 0 ? "],\n" : "\n  ],\n")
        try appendHorizons()
        file.text.append("  \"frames\": {\"count\": ")
        file.text.append(frames.count)
        if frames.count > 0 {
            file.text.append(", \"first\": ")
            file.text.append(frames.first)
            file.text.append(", \"last\": ")
            file.text.append(frames.last)
        }
        file.text.append("}\n}\n")
    }

    /// The observation's line in `row`, with what parts it from the line before.
    private func append(_ observation: Observation, of frame: FrameObservations) throws {
        row.removeAll()
        if labels[observation.track] != nil {
            row.append(",\n")
        }
        let trackLabel = labels[observation.track, default: observation.label]
        labels[observation.track] = trackLabel
        row.append("        {\"frame\": ")
        appendPlace(of: frame, to: &row)
        row.append(", ")
        if observation.label != trackLabel {
            row.append("\"label\": ")
            row.append(try strings.quoted(observation.label))
            row.append(", ")
        }
        row.append(jsonMembersOf: observation)
        row.append("}")
    }

    private func append(_ horizon: Horizon?, of frame: FrameObservations) throws {
        guard let horizon else { return }
        row.removeAll()
        row.append(horizons.tracks.isEmpty ? "    {\"frame\": " : ",\n    {\"frame\": ")
        appendPlace(of: frame, to: &row)
        row.append(", ")
        row.append(jsonMembersOf: horizon)
        row.append("}")
        try file.keepingFailure { () throws(TrackletError) in try horizons.append(row.bytes, to: 0) }
    }

    private func appendHorizons() throws {
        guard !horizons.tracks.isEmpty else { return }
        file.text.append("  \"horizons\": [\n")
        try file.endRecord()
        try file.keepingFailure { () throws(TrackletError) in
            try horizons.forEachPart(of: 0) { part throws(TrackletError) in try file.write(part) }
        }
        file.text.append("\n  ],\n")
    }

    private func appendPlace(of frame: FrameObservations, to text: inout TextBuffer) {
        text.append(frame.frame)
        text.append(", \"time\": ")
        text.append(frame.time, decimals: 6)
    }

    private func append(_ header: TrackFileHeader) throws {
        let source = header.source
        file.text.append("{\n  \"format\": ")
        file.text.append(try strings.quoted(Self.formatName))
        file.text.append(",\n  \"version\": ")
        file.text.append(Self.formatVersion)
        file.text.append(",\n  \"producer\": ")
        file.text.append(try strings.quoted(header.producer))
        file.text.append(",\n  \"source\": {\n    \"name\": ")
        file.text.append(try strings.quoted(source.name))
        append(member: "width", source.size.width > 0 ? source.size.width.description : nil)
        append(member: "height", source.size.height > 0 ? source.size.height.description : nil)
        // Swift's own description is the shortest text that reads back as the same number, in every locale.
        append(member: "frameRate", source.nominalFrameRate.flatMap { $0.isFinite ? $0.description : nil })
        append(member: "frameCount", source.declaredFrameCount?.description)
        append(member: "duration", source.declaredDuration.flatMap { $0.isFinite ? $0.description : nil })
        append(member: "rotation", source.rotation.description)
        for (name, text) in [
            ("container", source.container), ("codec", source.codec), ("pixelFormat", source.pixelFormat),
        ] where !text.isEmpty {
            file.text.append(",\n    \"\(name)\": ")
            file.text.append(try strings.quoted(text))
        }
        append(member: "live", source.isLive.description)
        file.text.append("\n  },\n  \"options\": {")
        for (index, option) in header.options.sorted(by: { $0.key < $1.key }).enumerated() {
            file.text.append(index == 0 ? "\n    " : ",\n    ")
            file.text.append(try strings.quoted(option.key))
            file.text.append(": ")
            file.text.append(try strings.quoted(option.value))
        }
        file.text.append(header.options.isEmpty ? "},\n" : "\n  },\n")
    }

    /// What is not known is left out.
    private func append(member name: String, _ value: String?) {
        guard let value else { return }
        file.text.append(",\n    \"\(name)\": \(value)")
    }
}
