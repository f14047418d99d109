import CFFmpeg

/// What hands out decoded pictures one after another: a container, or a folder of pictures.
protocol PictureSource: AnyObject {
    /// What the container states; size and rotation are those of the first picture and filled in by who reads it.
    var declared: DeclaredFacts { get }
    /// Packets that could not be decoded so far.
    var corruptPackets: Int { get }
    /// What ended reading before the end of the data; nil when nothing did.
    var readFailure: String? { get }
    /// The next picture in order of presentation, nil at the end.
    func nextPicture() throws -> DecodedPicture?
}

/// What a source states before it is decoded.
struct DeclaredFacts: Sendable {
    var frameRate: Double?
    var frameCount: Int?
    /// Seconds.
    var duration: Double?
    /// Seconds of the first frame, nil when unknown.
    var startTime: Double?
    /// Whether the duration is the video stream's own, not the longest stream's.
    var durationIsOfVideo = false
    /// One tick of the clock times are counted in.
    var timeBase = AVRational(num: 1, den: 1_000_000)
    /// The same in seconds.
    var tick: Double { timeBase.den > 0 ? Double(timeBase.num) / Double(timeBase.den) : 0 }
    var pixelAspect: Double?
    var container = ""
    var codec = ""
    var isLive = false
}
