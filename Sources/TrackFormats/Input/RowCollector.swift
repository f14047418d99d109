import TrackModel

/// Puts the observations of a text format together, line by line, and notes what is wrong with each.
struct RowCollector {
    private struct Row {
        let line: Int
        let frame: Int
        let observation: Observation
    }

    var findings: [Finding] = []
    private var rows: [Row] = []

    /// Hands each line that is not empty to `parse`, and notes what it throws.
    mutating func collect(
        _ text: TrackText, _ parse: (inout RowCollector, Int, ArraySlice<UInt8>) throws(Finding) -> Void
    ) {
        text.forEachLine { line, bytes in
            do throws(Finding) {
                try parse(&self, line, bytes)
            } catch {
                findings.append(error)
            }
        }
    }

    mutating func add(_ observation: Observation, frame: Int, line: Int) {
        rows.append(Row(line: line, frame: frame, observation: observation))
    }

    /// What was read. Where identities count from 0, all are one higher here, where they count from 1.
    ///
    /// - Parameter countsFromZero: whether the format's identities may be 0; an observation without identity has -1 then.
    func reading(countsFromZero: Bool, _ options: TrackReadingOptions) -> CheckedReading {
        var reading = CheckedReading()
        var collector = FrameCollector()
        var notes = findings
        let shift = countsFromZero && rows.contains { $0.observation.track == 0 } ? 1 : 0
        for row in rows {
            var observation = row.observation
            if countsFromZero {
                observation.track = observation.track < 0 ? Observation.withoutTrack : observation.track + shift
            }
            let problem =
                collector.addFrame(row.frame, time: options.time(ofFrame: row.frame))
                ?? collector.add(observation, toFrame: row.frame)
            if let problem { notes.append(Finding(line: row.line, problem)) }
            if let count = options.frameCount, row.frame >= count {
                notes.append(
                    .rule(
                        line: row.line, "frame \(row.frame), counted from 0, lies beyond the video's \(count) frames"))
            }
            if row.observation.box.width == 0 || row.observation.box.height == 0 {
                notes.append(.warning(line: row.line, "the box has no area"))
            }
        }
        // In the order of the lines; what concerns the whole file first.
        reading.findings = notes.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
        reading.document = TrackDocument(frames: collector.sorted())
        return reading
    }
}
