import TrackModel
public import VideoIO

/// Keeps the best picture of each track, as `ThumbnailScore` judges it, while the pictures of the video go by.
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
    private var best: [Int: Thumbnail] = [:]

    static let side = 256
    private static let margin = 1.4

    /// - Parameter isLeftOut: says of a track that it is to have no thumbnail.
    public init(_ timeline: TrackTimeline, leavingOut isLeftOut: @escaping (TrackPath) -> Bool = { _ in false }) {
        self.timeline = timeline
        self.isLeftOut = isLeftOut
    }

    /// Ascending by track.
    public var thumbnails: [Thumbnail] { best.values.sorted { $0.track < $1.track } }

    /// Looks at all that is in a picture, which nothing has been drawn on yet.
    public func look(at picture: VideoPicture) throws {
        let shown = timeline.paths.compactMap { path in path.sample(of: picture.index).map { (path, $0) } }
        for (path, sample) in shown where !isLeftOut(path) {
            let others = shown.filter { $0.0.track != path.track }.map(\.1.box)
            let bound = ThumbnailScore.bound(sample, others: others, size: picture.size)
            let known = best[path.track]
            if let known, known.score >= bound { continue }
            let sharpness = try PictureCanvas(picture).sharpness(of: sample.box)
            let score = ThumbnailScore.score(bound: bound, sharpness: sharpness)
            if let known, known.score >= score { continue }
            guard let photo = try photo(of: sample.box, in: picture) else { continue }
            best[path.track] = Thumbnail(
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
