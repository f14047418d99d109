import Synchronization
import TrackModel

/// Counts what goes into a run and what has come out, and the pictures that are held in between.
final class RunProgress: Sendable {
    private let emissions = Atomic(0)
    private let pictures = Atomic(0)
    private let lag = Atomic(0)
    private let pictureMaximum = Atomic(0)

    /// The most frames that were read and not emitted, and the most pictures that were held, whenever a frame was read.
    var greatestLag: Int { lag.load(ordering: .relaxed) }
    var mostPictures: Int { pictureMaximum.load(ordering: .relaxed) }
    var emitted: Int { emissions.load(ordering: .relaxed) }
    var heldPictures: Int { pictures.load(ordering: .relaxed) }

    /// Notes that all frames before this place have been read.
    func read(_ place: Int) {
        lag.max(place - emitted, ordering: .relaxed)
        pictureMaximum.max(heldPictures, ordering: .relaxed)
    }

    func emit() { emissions.add(1, ordering: .relaxed) }

    /// The frame with a picture of its own that counts as held while anyone keeps it.
    func counted(_ frame: Frame) -> Frame {
        frame.luma.withPixels { pixels in
            guard let base = pixels.baseAddress else { return frame }
            let token = Token(original: frame.luma, progress: self)
            let luma = LumaPlane(base: base, size: frame.size, bytesPerRow: frame.luma.bytesPerRow, owner: token)
            return Frame(index: frame.index, time: frame.time, luma: luma)
        }
    }

    private final class Token: Sendable {
        // Keeps the pixels, which the counted picture shares.
        private let original: LumaPlane
        private let progress: RunProgress

        init(original: LumaPlane, progress: RunProgress) {
            self.original = original
            self.progress = progress
            progress.pictures.add(1, ordering: .relaxed)
        }

        deinit { progress.pictures.subtract(1, ordering: .relaxed) }
    }
}
