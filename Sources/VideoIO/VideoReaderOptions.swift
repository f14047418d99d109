import TrackModel

/// How a video is read.
public struct VideoReaderOptions: Sendable, Hashable, Codable {
    /// Whether frames carry colour. It costs a conversion for each frame whose colour is looked at; luma costs none.
    public var wantsColor = false
    /// The first frame to hand out; nil for the source's first. What lies before is decoded, counted and dropped, so that
    /// indices are exact.
    public var start: FrameLimit?
    /// The first frame not to hand out any more; nil to read to the end.
    public var end: FrameLimit?
    /// Threads the decoder may use, 0 for as many as the machine has. More is faster for large pictures and holds more
    /// frames in memory. The pictures of an undamaged video are the same for any number; how a damaged one is patched up is
    /// certain only with 1, because FFmpeg's decoders then do it in an order of their own (tried with FFmpeg 5.1).
    public var threads = 1
    /// How many decoded frames may wait for the reader, at least 1. More evens out a slow stretch and costs memory.
    public var bufferedFrames = 8
    /// Frames per second of an image sequence or a folder of pictures, which have no times of their own.
    public var pictureRate = 25.0
    /// Seconds a network source may stay silent before reading fails. Higher is more patient with slow servers.
    public var networkTimeout = 10.0
    /// Whether FFmpeg's own messages go to standard error. The setting is the process's, not the reader's.
    public var showsDecoderMessages = false

    public init() {}
}

extension VideoReaderOptions {
    /// Throws `TrackletError` (`usage`) for values without sense.
    public func check() throws {
        func require(_ holds: Bool, _ message: String) throws {
            guard holds else { throw TrackletError(.usage, message) }
        }
        try require(
            threads >= 0, "\(threads) decoder threads make no sense; give 0 (as many as the machine has) or more.")
        try require(bufferedFrames >= 1, "A buffer of \(bufferedFrames) frames makes no sense; give 1 or more.")
        try require(
            pictureRate > 0 && pictureRate.isFinite,
            "The picture rate \(pictureRate) makes no sense; give frames per second above 0.")
        try require(
            networkTimeout > 0, "A network timeout of \(networkTimeout) s makes no sense; give seconds above 0.")
        for case .seconds(let seconds)? in [start, end] {
            try require(
                seconds.isFinite, "A start or end at \(seconds) s makes no sense; give a finite number of seconds.")
        }
        switch (start, end) {
        case (.frame(let first)?, .frame(let last)?) where first >= last:
            throw TrackletError(.usage, "The start, frame \(first), is not before the end, frame \(last); swap them.")
        case (.seconds(let first)?, .seconds(let last)?) where first >= last:
            throw TrackletError(.usage, "The start, \(first) s, is not before the end, \(last) s; swap them.")
        default: break
        }
    }
}
