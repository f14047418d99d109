import CFFmpeg
import Synchronization
import TrackModel

/// Makes the colour of decoded pictures when it is asked for, on whatever thread asks, one at a time.
final class ColorConverter: Sendable {
    private let turn = Mutex(())
    // Used only by the thread whose turn it is.
    private nonisolated(unsafe) let scaler = PictureScaler(pool: PicturePool())

    /// The colour of a picture to which nobody writes any more; it is kept for as long as its colour may be asked for.
    ///
    /// - Parameters:
    ///   - size: the upright size wanted; the picture is scaled when it has another.
    func color(of picture: PictureReference, orientation: Orientation, size: PixelSize) -> ColorSource {
        // Only read, and its reference never changes: safe on any thread.
        nonisolated(unsafe) let picture = picture
        let stored = orientation.turned(size)
        return ColorSource { [self] in
            try turn.withLock { _ in
                let bgr = try scaler.convert(picture, to: AV_PIX_FMT_BGR24, size: stored)
                guard let (base, row) = bgr.plane(0) else { throw PictureReference.outOfMemory }
                let plane = ColorPlane(size: size) { pixels in
                    guard let target = pixels.baseAddress else { return }
                    orientation.copy(
                        base, size: stored, sourceRow: row, pixelBytes: 3, to: target,
                        destinationRow: size.width * 3)
                }
                // Its pixels were read through a pointer alone.
                withExtendedLifetime(bgr) {}
                return plane
            }
        }
    }
}
