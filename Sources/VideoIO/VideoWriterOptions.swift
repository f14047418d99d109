import TrackModel

/// How a video is encoded.
public struct VideoWriterOptions: Sendable, Hashable, Codable {
    /// The quality H.264 keeps to (constant rate factor), 1...51. Raising it makes smaller files that look worse; 18 is hard to
    /// tell from the source. 0 would be lossless, which browsers do not play.
    public var crf = 20.0
    /// One of `presets`. Slower ones make smaller files of the same quality.
    public var preset = "veryfast"

    public init() {}

    /// From the fastest to the slowest.
    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
    ]

    /// Throws `TrackletError` (`usage`) for values without sense.
    func check() throws {
        guard (1...51).contains(crf) else {
            throw TrackletError(.usage, "A rate factor of \(crf) makes no sense; give 1 to 51.")
        }
        guard Self.presets.contains(preset) else {
            throw TrackletError(
                .usage, "There is no preset '\(preset)'; give one of \(Self.presets.joined(separator: ", ")).")
        }
    }
}
