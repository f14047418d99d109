/// What is known of a video before its frames are read.
public struct SourceFacts: Sendable, Hashable, Codable {
    /// The file's name, URL or device as the user gave it; "-" for standard input.
    public var name: String
    /// The upright picture's size: after rotation, and for a video whose size changes, that of its first frame.
    public var size: PixelSize
    /// Frames per second as the container states it; nil when it states none.
    public var nominalFrameRate: Double?
    /// The number of frames the container declares or its duration implies; nil when unknown (live, streams).
    public var declaredFrameCount: Int?
    /// Seconds; nil when unknown.
    public var declaredDuration: Double?
    /// Clockwise turn that was applied to make pictures upright: 0, 90, 180 or 270 degrees.
    public var rotation: Int
    /// FFmpeg's short names: "mov,mp4,m4a,3gp,3g2,mj2", "h264", "yuv420p".
    public var container: String
    public var codec: String
    public var pixelFormat: String
    /// Whether the source goes on at its own pace (camera, network stream), so that nothing can be read ahead or again.
    public var isLive: Bool

    public init(
        name: String, size: PixelSize, nominalFrameRate: Double? = nil, declaredFrameCount: Int? = nil,
        declaredDuration: Double? = nil, rotation: Int = 0, container: String = "", codec: String = "",
        pixelFormat: String = "", isLive: Bool = false
    ) {
        self.name = name
        self.size = size
        self.nominalFrameRate = nominalFrameRate
        self.declaredFrameCount = declaredFrameCount
        self.declaredDuration = declaredDuration
        self.rotation = rotation
        self.container = container
        self.codec = codec
        self.pixelFormat = pixelFormat
        self.isLive = isLive
    }
}
