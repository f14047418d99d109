import Foundation
import TestWorld
import TrackModel

/// Knows where the faces of a world are and reports them with as much error as asked for. What it says of a frame depends on the
/// frame alone.
struct KnowingDetector: Detector {
    let name = "knowing"
    let world: PixelWorld
    let errors: Errors

    struct Errors: Sendable {
        /// Standard deviation of the centre, in sides of the box, and of the logarithm of the sides.
        var noise = 0.03
        /// Share of the visible faces that are missed.
        var missRate = 0.1
        /// Share of the frames with a false box at a random place.
        var falseRate = 0.0
    }

    /// A face is found when at least this much of it is seen.
    private static let leastShare = 0.8

    func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        var found = world.faces.compactMap { detection(of: $0, in: frame, look: 1) }
        var numbers = SeededNumbers(7, frame.index)
        if numbers.share() < errors.falseRate {
            let center = Point(
                x: numbers.share() * Double(frame.size.width), y: numbers.share() * Double(frame.size.height))
            found.append(
                Detection(
                    box: Box(center: center, width: PixelFace.size.width, height: PixelFace.size.height),
                    confidence: 0.6, label: "face"))
        }
        return found
    }

    func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        world.faces.compactMap { detection(of: $0, in: frame, look: 2) }
            .filter { $0.box.intersectionOverUnion(with: box) > 0.3 }
            .max { $0.box.intersectionOverUnion(with: box) < $1.box.intersectionOverUnion(with: box) }
    }

    private func detection(of face: PixelFace, in frame: Frame, look: Int) -> Detection? {
        var numbers = SeededNumbers(look, frame.index, face.number)
        let visible = world.visibleShare(of: face, at: frame.index)
        guard visible >= Self.leastShare, numbers.share() >= errors.missRate else { return nil }
        let box = world.seen(face.path(frame.index), at: frame.index)
        let scale = exp(numbers.normal() * errors.noise)
        return Detection(
            box: box.offset(
                x: numbers.normal() * errors.noise * box.width, y: numbers.normal() * errors.noise * box.height
            ).scaled(width: scale, height: scale),
            confidence: 0.3 + 0.6 * visible, label: "face")
    }
}
