internal import TrackModel
internal import VideoIO

/// Makes JPEGs for pages. Protects the converter's set-ups, which one task at a time may use.
actor PictureEncoder {
    private let encoder = PhotoEncoder()
    /// The most pixels across that a page is sent; more would only make it late.
    private static let largestWidth = 1280
    private static let photoSide = 128.0

    /// The whole picture.
    func page(of picture: SharedPicture) throws -> [UInt8] {
        let scale = min(1, Double(Self.largestWidth) / Double(picture.size.width))
        func even(_ value: Int) -> Int { max(2, Int((Double(value) * scale / 2).rounded()) * 2) }
        return try picture.jpeg(
            of: picture.size.bounds,
            size: PixelSize(width: even(picture.size.width), height: even(picture.size.height)),
            by: encoder)
    }

    /// A box and some of what is around it, as a square where the picture has room; nil when there is too little of it.
    func photo(of box: Box, in picture: SharedPicture) throws -> [UInt8]? {
        let bounds = picture.size.bounds
        let wanted = 1.4 * max(box.width, box.height)
        var part = Box(center: box.center, width: min(wanted, bounds.width), height: min(wanted, bounds.height))
        part.left = min(max(0, part.left), bounds.width - part.width)
        part.top = min(max(0, part.top), bounds.height - part.height)
        guard part.isUsable, part.width >= 4, part.height >= 4 else { return nil }
        let scale = min(2, Self.photoSide / max(part.width, part.height))
        func side(_ value: Double) -> Int { max(2, Int((value * scale).rounded())) }
        return try picture.jpeg(
            of: part, size: PixelSize(width: side(part.width), height: side(part.height)), by: encoder)
    }
}
