import CFFmpeg
public import TrackModel

/// One upright picture of a source as it came, shared by reference and never changed: it may be tracked, shown and written at the
/// same time.
public final class SharedPicture: Sendable {
    /// Counted from 0 over all pictures that came, also those that nobody took.
    public let index: Int
    /// Seconds; ascending, also where the source was opened anew.
    public let time: Double
    /// How long it is shown, in seconds, as far as the source says.
    public let duration: Double
    public let size: PixelSize
    public let luma: LumaPlane

    // Filled before `init` returns and only read after: FFmpeg counts references to the pixels atomically, and whoever wants
    // to write gets a copy.
    private nonisolated(unsafe) let reference: PictureReference

    /// Takes a picture over: nobody draws on it, or keeps it, after that.
    init(_ picture: VideoPicture, index: Int, time: Double) throws {
        self.index = index
        self.time = time
        duration = picture.duration
        size = picture.size
        reference = picture.reference
        guard let (base, row) = reference.plane(0) else { throw PictureReference.outOfMemory }
        luma = LumaPlane(base: base, size: picture.size, bytesPerRow: row, owner: reference)
    }

    /// What detectors and trackers look at.
    public var frame: Frame {
        let color = Self.colors.color(of: reference, orientation: .upright, size: size)
        return Frame(index: index, time: time, luma: luma, color: color)
    }

    private static let colors = ColorConverter()

    /// A copy to be drawn on, with a place in a sequence of its own.
    ///
    /// Throws `TrackletError` when there is not enough memory.
    public func copy(index: Int, time: Double) throws -> VideoPicture {
        let copy = try reference.shared()
        guard av_frame_make_writable(copy.pointer) >= 0 else { throw PictureReference.outOfMemory }
        return VideoPicture(copy, size: size, index: index, time: time, duration: duration)
    }

    /// The bytes of a JPEG file of a part of the picture.
    ///
    /// - Parameters:
    ///   - part: in pixels of the picture; clipped to it.
    ///   - size: what the part is scaled to.
    ///
    /// Throws `TrackletError` when the picture cannot be converted or encoded.
    public func jpeg(of part: Box, size: PixelSize, by encoder: PhotoEncoder) throws -> [UInt8] {
        let view = VideoPicture(reference, size: self.size, index: index, time: time, duration: duration)
        return try PhotoEncoder.jpeg(of: try encoder.photo(of: view, part: part, size: size))
    }
}
