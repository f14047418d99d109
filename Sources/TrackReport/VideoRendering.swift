import Foundation
import TrackFormats
import TrackModel
public import VideoIO

/// Goes through a video once more and makes of it, with tracks that are known, an annotated or covered video, an account of what was
/// covered, thumbnails, and a page that shows all of it.
///
/// The outputs are opened first, so that what cannot be written is known before anything is computed, and appear only when they are whole. The
/// source is only read. Holds some dozen pictures, the tracks (about 40 bytes an observation), a photo of each track, and 16 bytes
/// a frame for a page.
public final class VideoRendering {
    private let request: RenderRequest
    private let video: AtomicFile?
    private let audit: AtomicFile?
    private let thumbnails: ThumbnailFolder?
    private let report: AtomicFile?

    /// Throws `TrackletError`: `usage` for options without sense, `cannotCreate` for an output that cannot be written or is there
    /// already, `failure` when this FFmpeg cannot encode.
    public init(_ request: RenderRequest) throws {
        self.request = request
        if let path = request.video {
            try VideoWriter.checkName(path)
            try VideoWriter.checkEncoder()
        }
        thumbnails = try request.thumbnails.map { try ThumbnailFolder(path: $0, overwrite: request.overwrite) }
        video = try request.video.map { try AtomicFile(path: $0, overwrite: request.overwrite) }
        // A stream cannot be written to out of order.
        try video?.writing { _ in }
        audit = try request.audit.map { try AtomicFile(path: $0, overwrite: request.overwrite) }
        report = try request.report.map { try AtomicFile(path: $0, overwrite: request.overwrite) }
    }

    /// - Parameters:
    ///   - reader: the video, opened anew.
    ///   - timeline: its tracks.
    ///   - origin: what the tracks are called in messages.
    ///   - producer: the program's name and version.
    ///   - run: what the page says of the run that made the tracks.
    ///   - progress: is called after each picture with its frame and how many are done.
    ///
    /// When the task is cancelled it ends early, its outputs whole up to there. Throws `TrackletError`, and leaves no output then.
    public func run(
        _ reader: PictureReader, timeline: TrackTimeline, origin: String, producer: String,
        run: ReportRun = ReportRun(),
        progress: (_ frame: Int, _ framesDone: Int) -> Void = { _, _ in }
    ) throws -> RenderSummary {
        do {
            return try render(reader, timeline, origin: origin, producer: producer, run: run, progress: progress)
        } catch {
            cancel()
            throw error
        }
    }

    /// Gives the outputs up; does nothing after `run`.
    public func cancel() {
        video?.cancel()
        audit?.cancel()
        report?.cancel()
    }

    private func render(
        _ reader: PictureReader, _ timeline: TrackTimeline, origin: String, producer: String, run: ReportRun,
        progress: (_ frame: Int, _ framesDone: Int) -> Void
    ) throws -> RenderSummary {
        var summary = RenderSummary()
        var cover = try request.blur.map {
            try TrackCover(timeline, settings: $0, facts: reader.facts, producer: producer)
        }
        var painter = request.drawsTracks ? TrackPainter(timeline) : nil
        let covering = cover
        let parts = report == nil ? 1 : ReportCollector.pictures(forTracks: timeline.paths.count).parts
        let collector =
            thumbnails == nil && report == nil
            ? nil : ThumbnailCollector(timeline, parts: parts) { covering?.covers($0) ?? false }
        var account = report.map { _ in ReportCollector(timeline, facts: reader.facts) }
        let started = ContinuousClock.now
        var writer: VideoWriter?
        while let picture = try next(of: reader, &summary) {
            if writer == nil, let video, let name = request.video {
                writer = try video.writing {
                    try VideoWriter(path: $0, name: name, reader: reader, first: picture, options: request.encoding)
                }
            }
            // What is covered shall be seen in no picture, nor at the edge of another's.
            try cover?.cover(picture)
            try collector?.look(at: picture)
            try account?.look(at: picture)
            if writer != nil { try painter?.paint(picture) }
            try video?.writing { _ in try writer?.write(picture) }
            summary.frames += 1
            progress(picture.index, summary.frames)
        }
        summary.read = reader.summary
        if !summary.wasCancelled, !reader.endsBeforeSource {
            try timeline.check(frameCount: reader.summary.framesDecoded, origin: origin)
        }
        cover?.finish()
        summary.audit = cover?.audit
        try video?.writing { _ in try writer?.finish(reachedEnd: !summary.wasCancelled) }
        summary.notes = writer?.notes ?? []
        if let cover, cover.isIdle {
            summary.notes.append("Nothing was covered: there is no track.")
        }
        let page = try account.map { account in
            var run = run
            let seconds = max(1e-9, (ContinuousClock.now - started) / .seconds(1))
            run.lines.append(
                ("Pictures", "\(summary.frames) frames, \(Int(Double(summary.frames) / seconds)) frames/s"))
            run.warnings += summary.read.warnings.filter { !run.warnings.contains($0) } + summary.notes
            if summary.wasCancelled { run.warnings.append("Interrupted; the page tells of what is whole up to there.") }
            return try account.data(
                faces: collector, video: shownVideo(reader.facts, offset: writer?.origin ?? 0), run: run,
                audit: summary.audit,
                producer: producer)
        }
        try finish(collector, page, &summary)
        return summary
    }

    /// The video the page shows: the one that is written, or the source when it is a file.
    private func shownVideo(_ facts: SourceFacts, offset: Double) -> ReportData.Video? {
        guard let page = request.report else { return nil }
        var isFolder: ObjCBool = false
        let path = request.video ?? facts.name
        guard
            request.video != nil
                || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        else { return nil }
        return ReportData.Video(
            address: PageAddress.relative(to: path, from: page), name: URL(fileURLWithPath: path).lastPathComponent,
            offset: offset, isDrawn: request.video != nil && request.drawsTracks)
    }

    private func finish(
        _ collector: ThumbnailCollector?, _ page: ReportData?, _ summary: inout RenderSummary
    ) throws {
        if summary.frames == 0 {
            cancel()
            summary.notes.append("Nothing was written: there is no frame to show.")
            return
        }
        if let audit, let account = summary.audit { try audit.write(try account.json()) }
        if let report, let page { try report.write(try ReportPage.html(page)) }
        try video?.finish()
        try audit?.finish()
        try report?.finish()
        if let collector, let thumbnails {
            let found = collector.thumbnails
            try thumbnails.write(found)
            summary.thumbnails = found.count
        }
        let folder = summary.thumbnails > 0 ? request.thumbnails : nil
        summary.outputs = [request.video, request.audit, folder, request.report].compactMap(\.self)
    }

    /// The next picture; nil at the end and once the task is cancelled.
    private func next(of reader: PictureReader, _ summary: inout RenderSummary) throws -> VideoPicture? {
        do {
            try Task.checkCancellation()
            return try reader.nextPicture()
        } catch is CancellationError {
            summary.wasCancelled = true
            return nil
        }
    }
}
