import TrackModel

/// Reads CVAT's XML for video tasks: boxes of tracks; other shapes are passed over, with a word of warning.
///
/// Between boxes the file does not name, the boxes lie on straight lines, as CVAT has it; they count as `interpolated`. A box
/// has the confidence and the source of its attributes of these names; without them it counts as sure, and as `detected`
/// (`keyframe="1"`) or `interpolated`. CVAT gives track ids no meaning: they are kept if they are different whole numbers, one higher
/// when they count from 0, else tracks are numbered in the file's order.
enum CVATTrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        var reading = CheckedReading()
        let file = CVATFile(text)
        reading.findings = file.findings
        guard !reading.findings.contains(where: \.stopsReading) else { return reading }

        let frameCount = file.frameCount ?? options.frameCount
        var collector = FrameCollector()
        func add(_ observation: Observation, frame: Int, line: Int?) {
            let problem =
                collector.addFrame(frame, time: options.time(ofFrame: frame))
                ?? collector.add(observation, toFrame: frame)
            if let problem { reading.findings.append(Finding(line: line, problem)) }
        }
        for (track, number) in zip(file.tracks, numbers(of: file.tracks)) {
            let entries = track.boxes.map { box in
                SparseTrack.Entry(
                    frame: box.frame, observation: box.isOutside ? nil : observation(box, of: track, number: number),
                    isOpen: !box.isOutside, line: box.line)
            }
            let sparse = SparseTrack(entries: entries.sorted { $0.frame < $1.frame })
            for entry in sparse.entries {
                if let observation = entry.observation { add(observation, frame: entry.frame, line: entry.line) }
            }
            do {
                try sparse.forEachImplied(frameCount: frameCount) { frame, observation in
                    add(observation, frame: frame, line: track.line)
                }
            } catch {
                reading.findings.append(error)
            }
        }
        reading.document = TrackDocument(header: file.header, frames: collector.sorted())
        reading.findings += CVATRules.findings(in: file, frameCount: frameCount)
        reading.findings.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return reading
    }

    private static func numbers(of tracks: [CVATFile.Track]) -> [Int] {
        let ids = tracks.compactMap { $0.id.flatMap { Int($0) } }
        guard ids.count == tracks.count, Set(ids).count == ids.count, ids.allSatisfy({ $0 >= 0 && $0 < Int.max }) else {
            return Array(1..<(tracks.count + 1))
        }
        return ids.contains(0) ? ids.map { $0 + 1 } : ids
    }

    private static func observation(_ box: CVATFile.Box, of track: CVATFile.Track, number: Int) -> Observation {
        Observation(
            track: number, label: track.label, box: box.box, confidence: box.confidence ?? 1,
            source: box.source ?? (box.isKeyframe ? .detected : .interpolated))
    }
}
