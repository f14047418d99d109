internal import TrackFormats
internal import TrackModel
internal import TrackReport
internal import VideoIO

/// A video of pictures as they come, with their tracks drawn on it. It appears when it is complete.
final class AnnotatedVideo {
    private let path: String
    private let file: AtomicFile
    private let frameRate: Double?
    private var writer: VideoWriter?
    /// For the paths of the centres.
    private var recent: [FrameObservations] = []

    /// Seconds of observations that are kept for them.
    private static let memory = 1.6

    /// Throws `TrackletError`: `failure` when this FFmpeg cannot encode, `cannotCreate` when the file cannot be written or is there
    /// already.
    init(path: String, frameRate: Double?) throws {
        try VideoWriter.checkEncoder()
        self.path = path
        self.frameRate = frameRate
        file = try AtomicFile(path: path)
    }

    func write(_ picture: SharedPicture, _ observed: FrameObservations) throws {
        recent.append(observed)
        recent.removeAll { observed.time - $0.time > Self.memory }
        let canvas = try picture.copy(index: observed.frame, time: observed.time)
        var painter = TrackPainter(TrackTimeline(recent, frameRate: frameRate))
        try painter.paint(canvas)
        try file.writing { place in
            if writer == nil {
                var options = VideoWriterOptions()
                // It has to keep up with the source beside the tracking.
                options.preset = "superfast"
                writer = try VideoWriter(path: place, name: path, frameRate: frameRate, first: canvas, options: options)
            }
            try writer?.write(canvas)
        }
    }

    /// Completes the file. False when there was no picture, and so no video.
    func finish() throws -> Bool {
        guard writer != nil else {
            file.cancel()
            return false
        }
        try file.writing { _ in try writer?.finish(reachedEnd: true) }
        try file.finish()
        return true
    }
}
