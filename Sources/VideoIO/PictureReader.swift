import CFFmpeg
public import TrackModel

/// Reads the pictures of a video to draw on them, in order of presentation. What it opens, and how times and indices are told,
/// is as for `VideoReader`; the pictures are 4:2:0 in the video's own range and matrix.
///
/// Decodes on the caller's thread. Not thread-safe.
public final class PictureReader {
    /// What is known before the pictures are read.
    public let facts: SourceFacts

    /// The options it was opened with.
    let options: VideoReaderOptions
    let producer: FrameProducer
    /// Where the sound is; nil for a list of pictures.
    let container: ContainerAddress?
    // FFmpeg asks it during calls of the producer.
    private let interruption: Interruption

    /// Opens a source and decodes its first picture. Throws as `VideoReader.open` does.
    public convenience init(_ source: String, options: VideoReaderOptions = VideoReaderOptions()) throws {
        try self.init(source, options: options, interruption: Interruption())
    }

    /// - Parameter interruption: ends its waits, from any thread.
    init(_ source: String, options: VideoReaderOptions, interruption: Interruption) throws {
        self.interruption = interruption
        self.options = options
        (producer, container) = try FrameProducer.open(source, options: options, interruption: interruption)
        facts = producer.facts
    }

    /// What reading has come to with the picture handed out last.
    public var summary: ReadSummary { producer.summary }

    /// Whether an end was asked for, so that the last picture handed out may not be the source's last.
    public var endsBeforeSource: Bool { options.end != nil }

    /// Decodes the next picture; nil at the end. Throws `TrackletError`, or `CancellationError` when the task is cancelled.
    public func nextPicture() throws -> VideoPicture? { try producer.nextPicture() }
}
