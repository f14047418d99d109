internal import TrackModel
internal import TrackReport
internal import VideoIO

/// The reading of a source for pictures and videos of tracks that are known, and what is said about it.
struct VideoPass {
    let rendering: VideoRendering
    let isQuiet: Bool

    /// Opens the outputs. Throws what `VideoRendering` throws, and `TrackletError` (`usage`) when an output would destroy what it is
    /// made from, or two outputs are one.
    ///
    /// - Parameters:
    ///   - others: files the run reads beside its source.
    ///   - outputs: other files it writes.
    init(
        _ options: VideoOptions, of source: String, sparing others: [String], outputs: [String], overwrite: Bool,
        isQuiet: Bool
    ) throws {
        try RunCheck.paths(options.outputs, spare: source, and: others)
        try RunCheck.areDistinct(outputs + options.outputs)
        rendering = try VideoRendering(try options.request(overwrite: overwrite))
        self.isQuiet = isQuiet
    }

    /// Reads, writes and reports.
    ///
    /// - Parameter run: what a page says of the run that made the tracks.
    func run(
        _ source: String, _ readerOptions: VideoReaderOptions, timeline: TrackTimeline, origin: String, run: ReportRun
    ) throws {
        let started = ContinuousClock.now
        let reader: PictureReader
        do {
            reader = try PictureReader(source, options: readerOptions)
        } catch {
            rendering.cancel()
            throw error
        }
        let expected = ExpectedFrames(reader.facts, start: readerOptions.start, end: readerOptions.end)
        let line = ProgressLine(expected, isQuiet: isQuiet, outputs: [])
        defer { line?.clear() }
        let summary = try rendering.run(
            reader, timeline: timeline, origin: origin, producer: "tracklet \(Main.version)", run: run,
            progress: { line?.show(frame: $0, framesDone: $1, liveTracks: nil) })
        line?.clear()
        guard !isQuiet else { return }
        StandardError.write(RunReport.text(summary, seconds: (ContinuousClock.now - started) / .seconds(1)))
    }
}

extension RunReport {
    /// "video: 300 frames, 90 frames/s, 4 tracks covered …", notes, and what was written.
    static func text(_ summary: RenderSummary, seconds: Double) -> String {
        var counts = [
            count(summary.frames, "frame"),
            number(Double(summary.frames) / max(seconds, 1e-9), decimals: 0) + " frames/s",
        ]
        if let (tracks, atRisk, frames) = summary.audit?.counts {
            counts.append("\(count(tracks, "track")) covered")
            if atRisk > 0 {
                counts.append("\(count(frames, "frame")) of \(count(atRisk, "track")) worth a look (--audit)")
            }
        }
        if summary.thumbnails > 0 { counts.append(count(summary.thumbnails, "thumbnail")) }
        var lines = ["pictures: " + counts.joined(separator: ", ")]
        lines += summary.notes.map { "note: \($0)" }
        if summary.wasCancelled { lines.append("note: Interrupted; what is written is whole up to there.") }
        if !summary.outputs.isEmpty { lines.append("written: " + summary.outputs.joined(separator: ", ")) }
        return lines.joined(separator: "\n") + "\n"
    }
}
