import CFFmpeg
import TrackModel

/// Makes upright planes of decoded pictures. Used by one thread at a time.
///
/// The luma of 8-bit YUV and gray that needs no turning is the decoder's own plane, not a copy. Deeper YUV keeps its upper
/// 8 bits. Limited-range values stay as they are. Interlaced pictures are taken as decoded.
final class PictureConverter {
    private let pool: PicturePool
    private let scaler: PictureScaler
    private let colors = ColorConverter()

    init() {
        pool = PicturePool()
        scaler = PictureScaler(pool: pool)
    }

    struct Planes {
        var luma: LumaPlane
        var color: ColorSource?
    }

    /// - Parameters:
    ///   - size: the upright size wanted; the picture is scaled when it has another.
    func planes(
        of picture: PictureReference, orientation: Orientation, size: PixelSize, wantsColor: Bool
    ) throws -> Planes {
        let storedSize = orientation.turned(size)
        var layout = PixelLayout(picture.format)
        var opaque = picture
        if case .translucent = layout {
            opaque = try overWhite(picture)
            layout = .other(isColorModel: true)
        }
        var gray = try gray(of: opaque, layout: layout)
        if gray.size != storedSize { gray = try scaler.convert(gray, to: AV_PIX_FMT_GRAY8, size: storedSize) }
        let luma = try luma(gray, orientation: orientation, uprightSize: size)
        guard wantsColor else { return Planes(luma: luma) }
        return Planes(luma: luma, color: colors.color(of: opaque, orientation: orientation, size: size))
    }

    private func luma(_ gray: PictureReference, orientation: Orientation, uprightSize: PixelSize) throws -> LumaPlane {
        let (base, row) = try Self.plane(of: gray)
        if orientation == .upright, row >= gray.size.width {
            return LumaPlane(base: base, size: uprightSize, bytesPerRow: row, owner: gray)
        }
        let turned = try pool.picture(AV_PIX_FMT_GRAY8, size: uprightSize)
        let (target, targetRow) = try Self.plane(of: turned)
        orientation.copy(
            base, size: gray.size, sourceRow: row, pixelBytes: 1, to: target, destinationRow: targetRow)
        return LumaPlane(base: target, size: uprightSize, bytesPerRow: targetRow, owner: turned)
    }

    /// A copy of its own in 4:2:0, upright and of even sides: what is missing at the right and below repeats the last column
    /// and row. Range, matrix and the rest of the colour are the picture's own.
    ///
    /// - Parameters:
    ///   - size: the upright size wanted; the picture is scaled when it has another.
    func video(of picture: PictureReference, orientation: Orientation, size: PixelSize) throws -> PictureReference {
        let storedSize = orientation.turned(size)
        var source = picture
        if case .translucent = PixelLayout(picture.format) { source = try overWhite(picture) }
        let color = VideoColor(of: source)
        if ![AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P].contains(source.format) || source.size != storedSize {
            source = try scaler.video(source, size: storedSize)
        }
        let evenSize = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
        let result = try pool.picture(AV_PIX_FMT_YUV420P, size: evenSize)
        color.apply(to: result, keepingSiting: orientation == .upright)
        for plane in 0..<3 {
            let half = plane > 0
            guard let (base, row) = source.plane(plane), let (target, targetRow) = result.plane(plane) else {
                throw PictureReference.outOfMemory
            }
            let stored = half ? storedSize.halved : storedSize
            orientation.copy(
                base, size: stored, sourceRow: row, pixelBytes: 1, to: target, destinationRow: targetRow)
            let filled = orientation.turned(stored)
            Self.repeatEdges(of: target, row: targetRow, filled: filled, to: half ? evenSize.halved : evenSize)
        }
        // Its pixels were read through pointers alone.
        withExtendedLifetime(source) {}
        return result
    }

    private static func repeatEdges(
        of plane: UnsafeMutablePointer<UInt8>, row: Int, filled: PixelSize, to size: PixelSize
    ) {
        if filled.width < size.width {
            for y in 0..<filled.height { plane[y * row + filled.width] = plane[y * row + filled.width - 1] }
        }
        if filled.height < size.height {
            (plane + filled.height * row).update(from: plane + (filled.height - 1) * row, count: size.width)
        }
    }

    /// The picture with plane 0 as 8-bit gray; the very same pixels where it has such a plane.
    private func gray(of picture: PictureReference, layout: PixelLayout) throws -> PictureReference {
        switch layout {
        case .plane:
            guard picture.format != AV_PIX_FMT_GRAY8 else { return picture }
            let view = try picture.shared()
            view.pointer.pointee.format = AV_PIX_FMT_GRAY8.rawValue
            return view
        case .interleaved(let offset, let step):
            return try gathered(from: picture) { source, target, width in
                for x in 0..<width { target[x] = source[offset + x * step] }
            }
        case .words(let offset, let step, let shift):
            return try gathered(from: picture) { source, target, width in
                let words = UnsafeRawPointer(source + offset)
                for x in 0..<width {
                    let word = words.load(fromByteOffset: x * step, as: UInt16.self)
                    target[x] = UInt8(truncatingIfNeeded: word >> UInt16(shift))
                }
            }
        case .other(let isColorModel):
            return try scaler.convert(picture, to: AV_PIX_FMT_GRAY8, isColorModel: isColorModel)
        case .translucent:
            return try scaler.convert(picture, to: AV_PIX_FMT_GRAY8, isColorModel: true)
        }
    }

    /// A new gray picture whose rows are made by `row` from the rows of the picture's plane 0.
    private func gathered(
        from picture: PictureReference,
        row: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, _ width: Int) -> Void
    ) throws -> PictureReference {
        let result = try pool.picture(AV_PIX_FMT_GRAY8, size: picture.size)
        let (source, sourceRow) = try Self.plane(of: picture)
        let (target, targetRow) = try Self.plane(of: result)
        for y in 0..<picture.size.height { row(source + y * sourceRow, target + y * targetRow, picture.size.width) }
        return result
    }

    /// The picture without its alpha channel, as if it lay on white paper.
    private func overWhite(_ picture: PictureReference) throws -> PictureReference {
        let result = try scaler.convert(picture, to: AV_PIX_FMT_BGRA)
        let (base, row) = try Self.plane(of: result)
        for y in 0..<result.size.height {
            var pixel = base + y * row
            for _ in 0..<result.size.width {
                let alpha = UInt32(pixel[3])
                if alpha < 255 {
                    for channel in 0..<3 {
                        let blended = UInt32(pixel[channel]) * alpha + 255 * (255 - alpha)
                        pixel[channel] = UInt8(truncatingIfNeeded: (blended + 127) / 255)
                    }
                }
                pixel += 4
            }
        }
        result.pointer.pointee.format = AV_PIX_FMT_BGR0.rawValue
        return result
    }

    private static func plane(of picture: PictureReference) throws -> (UnsafeMutablePointer<UInt8>, row: Int) {
        guard let base = picture.pointer.pointee.data.0 else {
            throw TrackletError(.badData, "A picture of the video holds no pixels; convert the video first.")
        }
        return (base, Int(picture.pointer.pointee.linesize.0))
    }
}
