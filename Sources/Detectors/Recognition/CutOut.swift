internal import COpenCV
internal import TrackModel

/// A part of a frame in a size of its own, and where it lies in the frame.
struct CutOut {
    let size: PixelSize
    /// From places in the part to places in the frame: (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]).
    private let map: [Double]

    /// The whole of a box, brought to a size.
    init(_ box: Box, size: PixelSize) {
        self.size = size
        map = [
            box.width / Double(size.width), 0, box.left, 0, box.height / Double(size.height), box.top,
        ]
    }

    /// So that the points of the part lie as near as a shift, a turn and a scale can bring them to those of the frame (least squares; Umeyama, PAMI
    /// 1991, without mirroring). Nil when the points are one.
    init?(_ points: [Point], shownAt places: [Point], size: PixelSize) {
        func mean(_ points: [Point]) -> Point {
            Point(
                x: points.reduce(0) { $0 + $1.x } / Double(points.count),
                y: points.reduce(0) { $0 + $1.y } / Double(points.count))
        }
        let (from, to) = (mean(places), mean(points))
        var (along, across, spread) = (0.0, 0.0, 0.0)
        for (place, point) in zip(places, points) {
            let (u, v) = (place.x - from.x, place.y - from.y)
            let (x, y) = (point.x - to.x, point.y - to.y)
            along += u * x + v * y
            across += u * y - v * x
            spread += u * u + v * v
        }
        guard spread > 0 else { return nil }
        let (cosine, sine) = (along / spread, across / spread)
        guard cosine.isFinite, sine.isFinite, cosine * cosine + sine * sine > 1e-6 else { return nil }
        self.size = size
        map = [
            cosine, -sine, to.x - cosine * from.x + sine * from.y, sine, cosine, to.y - sine * from.x - cosine * from.y,
        ]
    }

    /// Whether enough of a box is in the picture, and large enough, for a look at it.
    static func shows(_ box: Box, in size: PixelSize) -> Bool {
        guard box.isUsable, let inside = box.clipped(to: size.bounds) else { return false }
        return inside.area >= 0.5 * box.area && inside.width >= 8 && inside.height >= 8
    }

    /// Runs `body` with the part's pixels, in colour if that is wanted and the frame has it.
    func withImage<Result>(of frame: Frame, inColor: Bool, _ body: (tcv_image) throws -> Result) throws -> Result {
        guard inColor, let color = try frame.color?.plane() else {
            return try PictureView(frame.luma).withImage { try cut($0, body) }
        }
        return try color.withPixels { pixels in
            guard let base = pixels.baseAddress else { throw TrackletError(.failure, "The picture has no pixels.") }
            let image = tcv_image(
                pixels: base, width: Int32(color.size.width), height: Int32(color.size.height),
                bytes_per_row: Int64(color.bytesPerRow), channels: 3)
            return try cut(image, body)
        }
    }

    private func cut<Result>(_ picture: tcv_image, _ body: (tcv_image) throws -> Result) throws -> Result {
        let bytesPerRow = size.width * Int(picture.channels)
        var error = tcv_error()
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytesPerRow * size.height) { pixels in
            guard let base = pixels.baseAddress else { throw TrackletError(.failure, "A part has no pixels.") }
            guard
                tcv_cut_out(picture, map, base, Int32(size.width), Int32(size.height), &error) == TCV_OK
            else {
                throw TrackletError(.failure, "Cutting a part out of a picture failed: \(error.text).")
            }
            return try body(
                tcv_image(
                    pixels: base, width: Int32(size.width), height: Int32(size.height),
                    bytes_per_row: Int64(bytesPerRow), channels: picture.channels))
        }
    }
}
