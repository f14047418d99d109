import Synchronization
public import TrackModel

/// Reads the frames of a video, in order of presentation: a file, a folder or numbered sequence of pictures, one picture,
/// standard input, a camera, a network stream.
///
///     let reader = try VideoReader.open("talk.mp4")
///     for try await frame in reader { … }
///     print(reader.summary.warnings)
///
/// Frames are decoded on a thread of its own, a few ahead of whoever reads. A reader reads once: a second loop goes on where
/// the first left off. Letting go of the reader ends its thread.
///
/// Pictures are upright, pixels are taken as stored (where they are not square, boxes are in stored pixels), interlaced
/// pictures as decoded, transparent ones over white. Times are the container's own and may start above or below zero.
public final class VideoReader: Sendable {
    /// What is known before the frames are read.
    public let facts: SourceFacts

    private let interruption: Interruption
    private let producer: SharedProducer
    private let buffer: FrameBuffer<ReadFrame>
    private let latestSummary: Mutex<ReadSummary>
    private let hasThread = Atomic<Bool>(false)

    /// Opens a source and decodes its first picture.
    ///
    /// - Parameter source: a path; "-" for standard input; a folder or a pattern ("frames/%05d.png") of pictures; a camera
    ///   device; an address with a scheme (rtsp, http, file).
    ///
    /// Throws `TrackletError`, each with one sentence that names the source: `noInput` when it is not there or cannot be
    /// opened, `badData` when there is no video in it, `usage` for options without sense, `failure` when something needed is
    /// missing. Throws `CancellationError` when the task is cancelled while a network source does not answer.
    public static func open(_ source: String, options: VideoReaderOptions = VideoReaderOptions()) throws -> VideoReader
    {
        let interruption = Interruption()
        let producer = try FrameProducer.open(source, options: options, interruption: interruption).producer
        return VideoReader(producer, interruption: interruption, bufferedFrames: options.bufferedFrames)
    }

    private init(_ producer: sending FrameProducer, interruption: Interruption, bufferedFrames: Int) {
        facts = producer.facts
        latestSummary = Mutex(producer.summary)
        self.producer = SharedProducer(producer)
        buffer = FrameBuffer(capacity: bufferedFrames)
        self.interruption = interruption
    }

    deinit {
        interruption.stop()
        buffer.abandon()
    }

    /// What reading has come to with the frame handed out last; complete after the last one.
    public var summary: ReadSummary { latestSummary.withLock { $0 } }

    /// Decodes the next frame on the caller's thread; nil at the end.
    ///
    /// For a reader that is not also read by `for await`, whose thread would take frames away. Throws `TrackletError`, or
    /// `CancellationError` when the task is cancelled while it waits for a live source.
    public func nextFrame() throws -> Frame? {
        let read = try producer.next()
        latestSummary.withLock { $0 = read.summary }
        return read.frame
    }
}

// MARK: - Reading by for await

extension VideoReader: AsyncSequence {
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: VideoReader

        /// The next frame; nil at the end. Throws `TrackletError`, or `CancellationError` when the task is cancelled.
        public mutating func next() async throws -> Frame? { try await reader.nextBufferedFrame() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: self) }

    private func nextBufferedFrame() async throws -> Frame? {
        if !hasThread.exchange(true, ordering: .relaxed) { try startThread() }
        guard let read = try await buffer.take() else { return nil }
        latestSummary.withLock { $0 = read.summary }
        return read.frame
    }

    /// The thread holds on to what it needs and not to the reader, whose end is the thread's end.
    private func startThread() throws {
        let (producer, buffer) = (producer, buffer)
        try BackgroundThread.start {
            do {
                while true {
                    let read = try producer.next()
                    guard buffer.put(read), read.frame != nil else { break }
                }
                buffer.close()
            } catch {
                buffer.close(throwing: error)
            }
        }
    }
}

/// A frame, or nil for the end, and the account up to it.
private struct ReadFrame: Sendable {
    var frame: Frame?
    var summary: ReadSummary
}

/// The producer, used by one thread at a time: the reader's own, or those that pull.
private final class SharedProducer: Sendable {
    private let producer: Mutex<FrameProducer>

    init(_ producer: sending FrameProducer) { self.producer = Mutex(producer) }

    func next() throws -> ReadFrame {
        try producer.withLock { producer in
            let frame = try producer.next()
            return ReadFrame(frame: frame, summary: producer.summary)
        }
    }
}
