import CFFmpeg

/// How the brightness of a pixel format can be reached.
enum PixelLayout: Sendable, Hashable {
    /// Plane 0 is the brightness, one byte a pixel: taken as it is.
    case plane
    /// Brightness in bytes `step` apart from `offset` on, other components between them.
    case interleaved(offset: Int, step: Int)
    /// Brightness in 16-bit words of this machine's byte order, `step` bytes apart; the 8 significant bits begin at `shift`.
    case words(offset: Int, step: Int, shift: Int)
    /// FFmpeg has to convert.
    case other(isColorModel: Bool)
    /// Has an alpha channel (or a palette with one): laid over white first.
    case translucent

    init(_ format: AVPixelFormat) {
        guard let descriptor = av_pix_fmt_desc_get(format) else {
            self = .other(isColorModel: true)
            return
        }
        let flags = Int32(truncatingIfNeeded: descriptor.pointee.flags)
        func has(_ flag: Int32) -> Bool { flags & flag != 0 }
        let component = descriptor.pointee.comp.0
        let (step, offset) = (Int(component.step), Int(component.offset))
        if has(AV_PIX_FMT_FLAG_ALPHA) {
            self = .translucent
        } else if has(AV_PIX_FMT_FLAG_RGB) || has(AV_PIX_FMT_FLAG_PAL) || has(AV_PIX_FMT_FLAG_BAYER) {
            self = .other(isColorModel: true)
        } else if has(AV_PIX_FMT_FLAG_BITSTREAM) || has(AV_PIX_FMT_FLAG_HWACCEL) || has(AV_PIX_FMT_FLAG_FLOAT)
            || component.plane != 0
        {
            self = .other(isColorModel: false)
        } else if component.depth == 8, component.shift == 0 {
            self = step == 1 && offset == 0 ? .plane : .interleaved(offset: offset, step: step)
        } else if component.depth > 8, Int(component.depth) + Int(component.shift) <= 16, step >= 2, step % 2 == 0,
            offset % 2 == 0, has(AV_PIX_FMT_FLAG_BE) == (1.bigEndian == 1)
        {
            self = .words(offset: offset, step: step, shift: Int(component.shift) + Int(component.depth) - 8)
        } else {
            self = .other(isColorModel: false)
        }
    }
}
