import CFFmpeg
import TrackModel

/// Memory for pictures made here, used again once nobody holds a picture any more: fresh memory for every frame would cost
/// more than filling it. Used by one thread at a time; the pictures may end on any.
final class PicturePool {
    private struct Kind: Hashable {
        var size: PixelSize
        var format: Int32
    }

    private var pools: [Kind: OpaquePointer] = [:]
    /// What FFmpeg's vector code wants rows to start at.
    private let alignment: Int32 = 64

    deinit { releaseAll() }

    /// A picture of that size and format with pixels of no particular value.
    func picture(_ format: AVPixelFormat, size: PixelSize) throws -> PictureReference {
        let picture = try PictureReference()
        let frame = picture.pointer
        frame.pointee.width = Int32(clamping: size.width)
        frame.pointee.height = Int32(clamping: size.height)
        frame.pointee.format = format.rawValue
        guard let buffer = av_buffer_pool_get(try pool(for: Kind(size: size, format: format.rawValue))),
            let bytes = buffer.pointee.data
        else { throw PictureReference.outOfMemory }
        frame.pointee.buf.0 = buffer
        let status = withUnsafeMutablePointer(to: &frame.pointee.data) { data in
            withUnsafeMutablePointer(to: &frame.pointee.linesize) { rows in
                data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
                    rows.withMemoryRebound(to: Int32.self, capacity: 8) { rows in
                        av_image_fill_arrays(
                            data, rows, bytes, format, frame.pointee.width, frame.pointee.height, alignment)
                    }
                }
            }
        }
        guard status >= 0 else { throw PictureReference.outOfMemory }
        return picture
    }

    private func pool(for kind: Kind) throws -> OpaquePointer {
        if let known = pools[kind] { return known }
        if pools.count >= 8 { releaseAll() }
        let format = AVPixelFormat(rawValue: kind.format)
        let bytes = av_image_get_buffer_size(
            format, Int32(clamping: kind.size.width), Int32(clamping: kind.size.height), alignment)
        // Vector code may write a little past the last row.
        guard bytes > 0, let pool = av_buffer_pool_init(Int(bytes) + 1024, nil) else {
            throw PictureReference.outOfMemory
        }
        pools[kind] = pool
        return pool
    }

    /// Pictures still held keep their memory; it is freed with the last of them.
    private func releaseAll() {
        for pool in pools.values {
            var pool: OpaquePointer? = pool
            av_buffer_pool_uninit(&pool)
        }
        pools = [:]
    }
}
