internal import COpenCV
internal import TrackModel

/// A whole-pixel part of a picture, and itself a picture: nothing is copied.
struct PictureView: Sendable {
    let plane: LumaPlane
    let area: PixelArea

    init(_ plane: LumaPlane) {
        self.plane = plane
        area = PixelArea(of: plane.size)
    }

    /// `area` must lie inside the plane.
    init(_ plane: LumaPlane, area: PixelArea) {
        precondition(area.left >= 0 && area.top >= 0 && area.width > 0 && area.height > 0)
        precondition(area.left + area.width <= plane.size.width && area.top + area.height <= plane.size.height)
        self.plane = plane
        self.area = area
    }

    var size: PixelSize { PixelSize(width: area.width, height: area.height) }

    /// Runs `body` with the bridge's description of the pixels, which must not leave the closure.
    func withImage<Result>(_ body: (tcv_image) throws -> Result) throws -> Result {
        try plane.withPixels { pixels in
            guard let base = pixels.baseAddress else { throw TrackletError(.failure, "The picture has no pixels.") }
            return try body(
                tcv_image(
                    pixels: base + area.top * plane.bytesPerRow + area.left, width: Int32(area.width),
                    height: Int32(area.height), bytes_per_row: Int64(plane.bytesPerRow), channels: 1))
        }
    }
}

/// A rectangle of whole pixels.
struct PixelArea: Sendable, Hashable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
}

extension PixelArea {
    /// All of a picture.
    init(of size: PixelSize) { self.init(left: 0, top: 0, width: size.width, height: size.height) }

    /// The pixels of a picture that a box touches; nil when there are none.
    init?(touchedBy box: Box, in size: PixelSize) {
        guard let clipped = box.clipped(to: size.bounds) else { return nil }
        let left = Int(clipped.left)
        let top = Int(clipped.top)
        self.init(
            left: left, top: top, width: min(size.width, Int(clipped.right.rounded(.up))) - left,
            height: min(size.height, Int(clipped.bottom.rounded(.up))) - top)
        guard width > 0, height > 0 else { return nil }
    }

    /// What is searched of a picture: the region, or all. Throws `TrackletError` (`usage`) when the region lies outside.
    init(searching region: SearchRegion?, in size: PixelSize) throws {
        self = try region?.area(in: size) ?? PixelArea(of: size)
    }
}
