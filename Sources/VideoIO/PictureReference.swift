import CFFmpeg
import TrackModel

/// One reference to an FFmpeg frame; its pixels live as long as the object.
final class PictureReference {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws {
        guard let frame = av_frame_alloc() else { throw Self.outOfMemory }
        pointer = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    var size: PixelSize { PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height)) }
    var format: AVPixelFormat { AVPixelFormat(rawValue: pointer.pointee.format) }

    /// Where one of the first three planes starts, and the bytes from one of its rows to the next; nil when there is none.
    func plane(_ index: Int) -> (base: UnsafeMutablePointer<UInt8>, row: Int)? {
        let (data, rows) = (pointer.pointee.data, pointer.pointee.linesize)
        let planes = [(data.0, rows.0), (data.1, rows.1), (data.2, rows.2)]
        return planes[index].0.map { ($0, Int(planes[index].1)) }
    }

    /// A second reference to the same pixels.
    func shared() throws -> PictureReference {
        let copy = try PictureReference()
        guard av_frame_ref(copy.pointer, pointer) == 0 else { throw Self.outOfMemory }
        return copy
    }

    static var outOfMemory: TrackletError {
        TrackletError(.failure, "There is not enough memory for a picture of the video.")
    }
}
