import TrackFormats
import TrackModel
public import VideoIO

/// Goes through a video once more and makes of it, with tracks that are known, an annotated or covered video, an account of what was
/// covered, and thumbnails.
///
/// The outputs are opened first, so that what cannot be written is known before anything is computed, and appear only when they are whole. The
/// source is only read. Holds some dozen pictures, the tracks (about 40 bytes an observation) and a photo of each track.
public final class VideoRendering {
    private let request: RenderRequest
    private let video: AtomicFile?
    private let audit: AtomicFile?
    private let thumbnails: ThumbnailFolder?

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
    }

    /// - Parameters:
    ///   - reader: the video, opened anew.
    ///   - timeline: its tracks.
    ///   - origin: what the tracks are called in messages.
    ///   - producer: the program's name and version.
    ///   - progress: is called after each picture with its frame and how many are done.
    ///
    /// When the task is cancelled it ends early, its outputs whole up to there. Throws `TrackletError`, and leaves no output then.
    public func run(
        _ reader: PictureReader, timeline: TrackTimeline, origin: String, producer: String,
        progress: (_ frame: Int, _ framesDone: Int) -> Void = { _, _ in }
    ) throws -> RenderSummary {
        do {
            return try render(reader, timeline, origin: origin, producer: producer, progress: progress)
        } catch {
            cancel()
            throw error
        }
    }

    /// Gives the outputs up; does nothing after `run`.
    public func cancel() {
        video?.cancel()
        audit?.cancel()
    }

    private func render(
        _ reader: PictureReader, _ timeline: TrackTimeline, origin: String, producer: String,
        progress: (_ frame: Int, _ framesDone: Int) -> Void
    ) throws -> RenderSummary {
        var summary = RenderSummary()
        var cover = try request.blur.map {
            try TrackCover(timeline, settings: $0, facts: reader.facts, producer: producer)
        }
        var painter = request.drawsTracks ? TrackPainter(timeline) : nil
        let covering = cover
        let collector =
            thumbnails == nil
            ? nil : ThumbnailCollector(timeline) { covering?.covers($0) ?? false }
        var writer: VideoWriter?
        while let picture = try next(of: reader, &summary) {
            if writer == nil, let video, let name = request.video {
                writer = try video.writing {
                    try VideoWriter(path: $0, name: name, reader: reader, first: picture, options: request.encoding)
                }
            }
            try collector?.look(at: picture)
            try cover?.cover(picture)
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
        try finish(collector, &summary)
        return summary
    }

    private func finish(_ collector: ThumbnailCollector?, _ summary: inout RenderSummary) throws {
        if summary.frames == 0 {
            cancel()
            summary.notes.append("No video was written: there is no frame to show.")
            return
        }
        if let audit, let account = summary.audit { try audit.write(try account.json()) }
        try video?.finish()
        try audit?.finish()
        if let collector {
            let found = collector.thumbnails
            try thumbnails?.write(found)
            summary.thumbnails = found.count
        }
        let folder = summary.thumbnails > 0 ? request.thumbnails : nil
        summary.outputs = [request.video, request.audit, folder].compactMap(\.self)
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
