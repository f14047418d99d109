import TrackModel
public import VideoIO

/// Keeps the best picture of each track, or of each part of its time, as `ThumbnailScore` judges it, while the pictures of the video go by.
///
/// A photo shows the box and a fifth of it on each side, as a square where the picture has room. It has at most 256 pixels a side, so
/// that those of 500 tracks take 50 MB.
public final class ThumbnailCollector {
    /// The best picture of one track.
    public struct Thumbnail {
        public let track: Int
        public let label: String
        public let frame: Int
        /// Seconds.
        public let time: Double
        public let photo: VideoPicture
        let score: Double
    }

    private let timeline: TrackTimeline
    private let isLeftOut: (TrackPath) -> Bool
    private let encoder = PhotoEncoder()
    private let parts: Int
    /// By track, for each part of its time.
    private var best: [Int: [Thumbnail?]] = [:]

    static let side = 256
    private static let margin = 1.4

    /// - Parameters:
    ///   - parts: how many pictures are kept of a track, each the best of an equal part of its time.
    ///   - isLeftOut: says of a track that it is to have no thumbnail.
    public init(
        _ timeline: TrackTimeline, parts: Int = 1, leavingOut isLeftOut: @escaping (TrackPath) -> Bool = { _ in false }
    ) {
        self.timeline = timeline
        self.parts = parts
        self.isLeftOut = isLeftOut
    }

    /// The best of each track, ascending by track.
    public var thumbnails: [Thumbnail] {
        best.keys.sorted().compactMap { track in
            pictures(of: track).max { ($0.score, $1.frame) < ($1.score, $0.frame) }
        }
    }

    /// The best of each part of a track's time that has one, ascending by frame.
    func pictures(of track: Int) -> [Thumbnail] { (best[track] ?? []).compactMap(\.self) }

    /// Looks at all that is in a picture, which no box has been drawn on yet.
    public func look(at picture: VideoPicture) throws {
        let shown = timeline.paths.compactMap { path in path.sample(of: picture.index).map { (path, $0) } }
        for (path, sample) in shown where !isLeftOut(path) {
            let others = shown.filter { $0.0.track != path.track }.map(\.1.box)
            let bound = ThumbnailScore.bound(sample, others: others, size: picture.size)
            let part = (sample.frame - path.firstFrame) * parts / path.frames.count
            let known = best[path.track]?[part]
            if let known, known.score >= bound { continue }
            let sharpness = try PictureCanvas(picture).sharpness(of: sample.box)
            let score = ThumbnailScore.score(bound: bound, sharpness: sharpness)
            if let known, known.score >= score { continue }
            guard let photo = try photo(of: sample.box, in: picture) else { continue }
            best[path.track, default: Array(repeating: nil, count: parts)][part] = Thumbnail(
                track: path.track, label: path.label, frame: picture.index, time: picture.time, photo: photo,
                score: score)
        }
    }

    private func photo(of box: Box, in picture: VideoPicture) throws -> VideoPicture? {
        let wanted = Self.margin * max(box.width, box.height)
        let bounds = picture.size.bounds
        var part = Box(center: box.center, width: min(wanted, bounds.width), height: min(wanted, bounds.height))
        // Moved into the picture, so that it stays a square as long as there is room.
        part.left = min(max(0, part.left), bounds.width - part.width)
        part.top = min(max(0, part.top), bounds.height - part.height)
        guard part.isUsable, part.width >= 4, part.height >= 4 else { return nil }
        // What is small is enlarged to no more than double.
        let scale = min(2, Double(Self.side) / max(part.width, part.height))
        let size = PixelSize(
            width: max(2, Int((part.width * scale).rounded())), height: max(2, Int((part.height * scale).rounded())))
        return try encoder.photo(of: picture, part: part, size: size)
    }
}
