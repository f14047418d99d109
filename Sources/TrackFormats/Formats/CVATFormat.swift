import TrackModel

extension TrackFormat {
    /// CVAT's XML for video tasks, version 1.1, to correct tracks by hand.
    public static let cvat = TrackFormat(
        name: "cvat", endings: ["xml", "cvat.xml"],
        summary: "CVAT for video 1.1: tracks with key frames to correct by hand; frames from 0, pixels from 0",
        isStreaming: false,
        holds: [.boxes, .labels, .confidences, .sources],
        needs: .pictureSize,
        makeWriter: { path, options in CVATTrackWriter(path: path, options: options) },
        parse: CVATTrackReader.parse)
}

/// Writes "CVAT for video 1.1" (docs.cvat.ai, format-xml), a box a line, as CVAT's own export does.
///
/// CVAT imports the boxes with `keyframe="1"` and interpolates between them: these are as few as keep every edge of every box
/// within `keyframeTolerance`, and the boxes between stand there with `keyframe="0"` for readers that take all. A box with
/// `outside="1"` closes each span of frames, unless it reaches the video's end. Confidence and source are attributes of the
/// boxes, which CVAT keeps if the task's label has such attributes and passes over if not. A track has the label of its first
/// observation. Boxes have 2 decimals, confidences 4; times, corners and changes of label are left out.
///
/// Observations wait in an `ObservationSpool`, and of each track only its last box is in memory.
final class CVATTrackWriter: TrackWriter {
    /// A track that is being written: the last observation waits until it is known whether it is a key frame.
    private struct OpenTrack {
        let label: String
        var selection: KeyframeSelection
        var waiting: (frame: Int, observation: Observation, isKeyframe: Bool)
    }

    private let file: RecordFile
    private let options: TrackWritingOptions
    private let spool: ObservationSpool
    private var header: TrackFileHeader?
    private var tracks: [Int: OpenTrack] = [:]
    private var row = TextBuffer()
    private var lastFrame = -1

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        self.options = options
        spool = ObservationSpool(besideOutput: path)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open(.cvat, for: header)
        self.header = header
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        lastFrame = frame.frame
        for observation in frame.observations {
            row.removeAll()
            let track = advance(tracks[observation.track], to: observation, in: frame.frame)
            tracks[observation.track] = track
            try file.keepingFailure { () throws(TrackletError) in
                try spool.append(row.bytes, to: observation.track)
            }
        }
    }

    func finish() throws {
        try file.endRecord()
        guard let header else { preconditionFailure("finished before it was begun") }
        let frameCount = max(header.source.declaredFrameCount ?? 0, lastFrame + 1)
        appendHead(header, frameCount: frameCount)
        for number in tracks.keys.sorted() {
            guard let track = tracks[number] else { continue }
            file.text.append("  <track id=\"")
            file.text.append(number)
            file.text.append("\" label=\"")
            file.text.append(xml: track.label)
            file.text.append("\" source=\"auto\">\n")
            try file.endRecord()
            try file.keepingFailure { () throws(TrackletError) in
                try spool.forEachPart(of: number) { part throws(TrackletError) in try file.write(part) }
            }
            row.removeAll()
            appendBox(track.waiting.observation, frame: track.waiting.frame, isKeyframe: true)
            if track.waiting.frame + 1 < frameCount {
                appendEnd(of: track.waiting.observation, frame: track.waiting.frame + 1)
            }
            try file.write(row.bytes)
            file.text.append("  </track>\n")
        }
        file.text.append("</annotations>\n")
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    // MARK: - Tracks

    /// Puts into `row` what is now known of the observation that waited, and lets the new one wait.
    private func advance(_ known: OpenTrack?, to observation: Observation, in frame: Int) -> OpenTrack {
        guard var track = known else {
            var selection = KeyframeSelection(tolerance: options.keyframeTolerance)
            selection.begin(frame: frame, box: observation.box)
            return OpenTrack(
                label: observation.label, selection: selection,
                waiting: (frame: frame, observation: observation, isKeyframe: true))
        }
        let (last, lastObservation, wasKeyframe) = track.waiting
        let isNewSpan = frame != last + 1
        let mustBeKeyframe = isNewSpan || !track.selection.reaches(frame: frame, box: observation.box)
        appendBox(lastObservation, frame: last, isKeyframe: wasKeyframe || mustBeKeyframe)
        if isNewSpan {
            appendEnd(of: lastObservation, frame: last + 1)
            track.selection.begin(frame: frame, box: observation.box)
        } else {
            if mustBeKeyframe { track.selection.begin(frame: last, box: lastObservation.box) }
            track.selection.pass(frame: frame, box: observation.box)
        }
        track.waiting = (frame: frame, observation: observation, isKeyframe: isNewSpan)
        return track
    }

    // MARK: - XML

    private func appendBox(_ observation: Observation, frame: Int, isKeyframe: Bool) {
        appendBoxStart(observation.box, frame: frame, isOutside: false, isKeyframe: isKeyframe)
        row.append("><attribute name=\"confidence\">")
        row.append(observation.confidence, decimals: 4)
        row.append("</attribute><attribute name=\"source\">")
        row.append(observation.source.rawValue)
        row.append("</attribute></box>\n")
    }

    /// The box that says: from this frame on there is nothing.
    private func appendEnd(of observation: Observation, frame: Int) {
        appendBoxStart(observation.box, frame: frame, isOutside: true, isKeyframe: true)
        row.append("/>\n")
    }

    private func appendBoxStart(_ box: Box, frame: Int, isOutside: Bool, isKeyframe: Bool) {
        row.append("    <box frame=\"")
        row.append(frame)
        row.append(isKeyframe ? "\" keyframe=\"1" : "\" keyframe=\"0")
        row.append(isOutside ? "\" outside=\"1" : "\" outside=\"0")
        row.append("\" occluded=\"0")
        for (name, value) in [("xtl", box.left), ("ytl", box.top), ("xbr", box.right), ("ybr", box.bottom)] {
            row.append("\" \(name)=\"")
            row.append(value, decimals: 2)
        }
        row.append("\" z_order=\"0\"")
    }

    private func appendHead(_ header: TrackFileHeader, frameCount: Int) {
        file.text.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- ")
        // Two hyphens would end the comment.
        file.text.append(xml: header.producer.replacing("--", with: "- -"))
        file.text.append("; no edge of a box is more than ")
        file.text.append(options.keyframeTolerance, decimals: 2)
        file.text.append(
            " pixels off when interpolated between key frames -->\n<annotations>\n  <version>1.1</version>\n")
        file.text.append("  <meta>\n    <task>\n      <name>")
        file.text.append(xml: header.source.name)
        file.text.append("</name>\n      <size>")
        file.text.append(frameCount)
        file.text.append("</size>\n      <mode>interpolation</mode>\n      <overlap>0</overlap>\n")
        file.text.append("      <flipped>False</flipped>\n      <labels>\n")
        for label in Set(tracks.values.map(\.label)).sorted() {
            file.text.append("        <label>\n          <name>")
            file.text.append(xml: label)
            file.text.append("</name>\n          <type>rectangle</type>\n          <attributes>\n")
            appendAttribute("confidence", type: "number", values: ["0", "1", "0.0001"])
            appendAttribute("source", type: "select", values: ObservationSource.allCases.map(\.rawValue))
            file.text.append("          </attributes>\n        </label>\n")
        }
        file.text.append("      </labels>\n      <segments><segment><id>0</id><start>0</start><stop>")
        file.text.append(max(frameCount - 1, 0))
        file.text.append("</stop><url></url></segment></segments>\n      <original_size><width>")
        file.text.append(header.source.size.width)
        file.text.append("</width><height>")
        file.text.append(header.source.size.height)
        file.text.append("</height></original_size>\n      <source>")
        file.text.append(xml: header.source.name)
        file.text.append("</source>\n    </task>\n  </meta>\n")
    }

    private func appendAttribute(_ name: String, type: String, values: [String]) {
        file.text.append("            <attribute><name>\(name)</name><mutable>True</mutable><input_type>\(type)")
        file.text.append("</input_type><default_value>\(values[0])</default_value><values>")
        file.text.append(values.joined(separator: "\n"))
        file.text.append("</values></attribute>\n")
    }
}
