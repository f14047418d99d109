internal import COpenCV
internal import Synchronization
internal import TrackModel

/// The reduced pictures of one frame, each made once and shared by all detectors that want that size of that part.
final class ReducedLumaSet: Sendable {
    private struct Key: Hashable {
        let area: PixelArea
        let size: PixelSize
    }

    private let planes = Mutex<[Key: LumaPlane]>([:])

    /// The given part of the frame brought to `size`; the frame's own pixels when that is its size already.
    static func picture(of frame: Frame, area: PixelArea, size: PixelSize) throws -> PictureView {
        let view = PictureView(frame.luma, area: area)
        guard view.size != size else { return view }
        let set = frame.derived.value(ReducedLumaSet.self) { ReducedLumaSet() }
        return PictureView(try set.plane(from: view, size: size))
    }

    private func plane(from view: PictureView, size: PixelSize) throws -> LumaPlane {
        let key = Key(area: view.area, size: size)
        return try planes.withLock { planes in
            if let known = planes[key] { return known }
            let made = try Self.resized(view, to: size)
            planes[key] = made
            return made
        }
    }

    private static func resized(_ view: PictureView, to size: PixelSize) throws -> LumaPlane {
        try LumaPlane(size: size) { pixels in
            guard let destination = pixels.baseAddress else { return }
            try view.withImage { image in
                var error = tcv_error()
                let status = tcv_resize(
                    image, destination, Int32(size.width), Int32(size.height), Int64(size.width), &error)
                guard status == TCV_OK else {
                    throw TrackletError(
                        .failure, "Cannot bring a picture of \(view.size) to \(size) pixels: \(error.text).")
                }
            }
        }
    }
}
