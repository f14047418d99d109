import CFFmpeg
import TrackModel

/// What the numbers of a picture mean: range, matrix, primaries, transfer and where chroma samples lie.
struct VideoColor {
    var range: AVColorRange
    var matrix: AVColorSpace
    var primaries: AVColorPrimaries
    var transfer: AVColorTransferCharacteristic
    var siting: AVChromaLocation

    /// Of a decoded picture once it is 4:2:0: its own, and for RGB what it is converted to.
    init(of picture: PictureReference) {
        let frame = picture.pointer.pointee
        primaries = frame.color_primaries
        transfer = frame.color_trc
        if Self.isColorModel(picture.format) {
            (range, matrix, siting) = (AVCOL_RANGE_MPEG, AVCOL_SPC_SMPTE170M, AVCHROMA_LOC_UNSPECIFIED)
        } else {
            range = Self.isFullRange(picture) ? AVCOL_RANGE_JPEG : frame.color_range
            matrix = frame.colorspace
            siting = frame.chroma_location
        }
    }

    func apply(to picture: PictureReference, keepingSiting: Bool) {
        picture.pointer.pointee.color_range = range
        picture.pointer.pointee.colorspace = matrix
        picture.pointer.pointee.color_primaries = primaries
        picture.pointer.pointee.color_trc = transfer
        picture.pointer.pointee.chroma_location = keepingSiting ? siting : AVCHROMA_LOC_UNSPECIFIED
    }

    /// Whether brightness runs from 0 to 255, as stated or by the name of the format; gray is full unless it says otherwise.
    static func isFullRange(_ picture: PictureReference) -> Bool {
        let stated = picture.pointer.pointee.color_range
        if stated == AVCOL_RANGE_JPEG { return true }
        if stated == AVCOL_RANGE_MPEG { return false }
        let full = [
            AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
        ]
        let components = av_pix_fmt_desc_get(picture.format)?.pointee.nb_components ?? 3
        return full.contains(picture.format) || components == 1 && !isColorModel(picture.format)
    }

    /// Whether the format is RGB or a palette of it, not brightness and chroma.
    static func isColorModel(_ format: AVPixelFormat) -> Bool {
        switch PixelLayout(format) {
        case .other(let isColorModel): isColorModel
        case .translucent: true
        default: false
        }
    }
}
