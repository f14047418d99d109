import TrackModel

/// What the writers of text formats have in common: a file that is opened late, a record that is put together, and the
/// promise that frames come in order and hold numbers that can be written.
final class RecordFile {
    let path: String
    /// The record being put together.
    var text = TextBuffer()

    private let overwrite: Bool
    private let content: TrackWritingOptions.Content
    private var file: AtomicFile?
    private var lastFrame: Int?
    private var failure: TrackletError?

    init(path: String, options: TrackWritingOptions) {
        self.path = path
        overwrite = options.overwrite
        content = options.content
    }

    /// - Parameters:
    ///   - format: the file's format, when it does not take every header and every content; throws `usage` then.
    ///   - header: what is known of the video.
    func open(_ format: TrackFormat? = nil, for header: TrackFileHeader? = nil) throws(TrackletError) {
        precondition(file == nil, "begun twice")
        failure = nil
        if let format, let header {
            try keepingFailure { () throws(TrackletError) in try format.check(header, content: content) }
        }
        file = try keepingFailure { () throws(TrackletError) in try AtomicFile(path: path, overwrite: overwrite) }
    }

    /// Hands the record over and starts the next.
    func endRecord() throws(TrackletError) {
        try write(text.bytes)
        text.removeAll()
    }

    func write(_ bytes: some Sequence<UInt8>) throws(TrackletError) {
        try keepingFailure { () throws(TrackletError) in
            guard let file else { preconditionFailure("written before it was begun") }
            try file.write(bytes)
        }
    }

    /// Throws what failed before, too: of a file that is not whole nothing is left.
    func finish() throws(TrackletError) {
        try endRecord()
        guard let file else { preconditionFailure("finished before it was begun") }
        try keepingFailure { () throws(TrackletError) in try file.finish() }
        self.file = nil
    }

    func cancel() {
        file?.cancel()
        file = nil
    }

    /// Runs a part of the writing; when it fails, the file is given up and every further part throws the same.
    func keepingFailure<Result>(_ body: () throws(TrackletError) -> Result) throws(TrackletError) -> Result {
        if let failure { throw failure }
        do {
            return try body()
        } catch {
            failure = error
            cancel()
            throw error
        }
    }

    /// Throws `badData` when a frame comes out of order or says what no format can hold.
    func check(_ frame: FrameObservations) throws(TrackletError) {
        try keepingFailure { () throws(TrackletError) in try checkSoundness(of: frame) }
        lastFrame = frame.frame
    }

    private func checkSoundness(of frame: FrameObservations) throws(TrackletError) {
        if frame.frame < 0 {
            throw refused(frame, "frames are counted from 0")
        }
        if let lastFrame, frame.frame <= lastFrame {
            throw refused(frame, "it comes after frame \(lastFrame), and frames must ascend")
        }
        if !TextBuffer.isWritable(frame.time) {
            throw refused(frame, "its time is \(frame.time) s")
        }
        var lastTrack = 0
        for observation in frame.observations {
            let track = observation.track
            switch content {
            case .tracks where track <= lastTrack:
                throw refused(
                    frame, "track \(track) comes after track \(lastTrack), and tracks count from 1 and ascend")
            case .detections where track != Observation.withoutTrack:
                throw refused(frame, "it has a track \(track), and the file is to hold detections")
            default:
                lastTrack = track
            }
            if let problem = ObservationCheck.problem(with: observation) {
                throw refused(frame, "of track \(track) the \(problem)")
            }
        }
    }

    private func refused(_ frame: FrameObservations, _ reason: String) -> TrackletError {
        TrackletError(
            .badData,
            "Frame \(frame.frame) cannot be written to \(path): \(reason); mend what was handed to the writer.")
    }
}
