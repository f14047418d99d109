import CFFmpeg
public import TrackModel

/// One upright picture of a video in 4:2:0, 8 bits, with its place in the source: to be drawn on and written.
///
/// The pixels are the picture's own, in the video's own range and matrix: nothing goes through RGB. Not thread-safe.
public final class VideoPicture {
    /// 0-based index in the source.
    public let index: Int
    /// Presentation time in seconds, from the container.
    public let time: Double
    /// How long it is shown, in seconds, as far as the container says.
    public let duration: Double
    /// The upright size. The planes may be one pixel wider and higher, as 4:2:0 wants even sides.
    public let size: PixelSize

    let reference: PictureReference

    init(_ reference: PictureReference, size: PixelSize, index: Int, time: Double, duration: Double) {
        self.reference = reference
        self.size = size
        self.index = index
        self.time = time
        self.duration = duration
    }

    /// A picture of one brightness, full range by BT.601: a canvas for a JPEG.
    ///
    /// Throws `TrackletError` when there is not enough memory.
    public init(gray: UInt8, size: PixelSize) throws {
        self.size = size
        (index, time, duration) = (0, 0, 0)
        let evenSize = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
        reference = try PicturePool().picture(AV_PIX_FMT_YUV420P, size: evenSize)
        reference.pointer.pointee.color_range = AVCOL_RANGE_JPEG
        reference.pointer.pointee.colorspace = AVCOL_SPC_SMPTE170M
        for plane in 0..<3 {
            guard let (base, row) = reference.plane(plane) else { throw PictureReference.outOfMemory }
            base.update(
                repeating: plane == 0 ? gray : 128, count: row * (plane == 0 ? evenSize : evenSize.halved).height)
        }
    }

    /// The weights by which brightness and chroma are made of red, green and blue.
    public enum Matrix: Sendable, Hashable {
        case bt601
        case bt709
        case bt2020
    }

    /// As the video states it; where it states none, what players take it for: BT.709 from 720 rows on.
    public var matrix: Matrix {
        switch reference.pointer.pointee.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        case AVCOL_SPC_UNSPECIFIED: size.height >= 720 ? .bt709 : .bt601
        default: .bt601
        }
    }

    /// Whether brightness runs from 0 to 255, and not from 16 to 235.
    public var isFullRange: Bool { reference.pointer.pointee.color_range == AVCOL_RANGE_JPEG }

    /// Where the pixels are, for the length of a closure.
    public struct Planes {
        /// The brightness, `size` pixels; both sides are even.
        public let luma: UnsafeMutablePointer<UInt8>
        public let lumaBytesPerRow: Int
        public let size: PixelSize
        /// The chroma, half as wide and half as high.
        public let blueDifference: UnsafeMutablePointer<UInt8>
        public let redDifference: UnsafeMutablePointer<UInt8>
        public let chromaBytesPerRow: Int
    }

    /// Runs `body` with the pixels, to be read and written. The pointers must not leave the closure.
    ///
    /// Throws what `body` throws, and `TrackletError` for a picture without pixels.
    public func withPlanes<Result>(_ body: (Planes) throws -> Result) throws -> Result {
        guard let luma = reference.plane(0), let blue = reference.plane(1), let red = reference.plane(2) else {
            throw PictureReference.outOfMemory
        }
        return try withExtendedLifetime(reference) {
            try body(
                Planes(
                    luma: luma.base, lumaBytesPerRow: luma.row, size: reference.size, blueDifference: blue.base,
                    redDifference: red.base, chromaBytesPerRow: blue.row))
        }
    }
}

extension PixelSize {
    /// The size of a chroma plane.
    var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
