import Foundation
import Synchronization
import TestWorld
import TrackModel

/// Knows the world and reports it with as much error as asked for. What it says of a frame depends on the frame alone.
final class ScriptedDetector: Detector {
    let name = "scripted"
    private let world: ScriptedWorld
    private let traits: Traits
    private let asked = Mutex<[Int]>([])

    struct Traits: Sendable {
        /// Standard deviation of the centre, in sides of the box, and of the logarithm of the sides.
        var noise = 0.0
        /// Share of the visible objects that are missed.
        var missRate = 0.0
        /// Share of the frames with a false box at a random place.
        var falseRate = 0.0
        var seed = 1
        /// Boxes reported beside what is in the world.
        var extra: @Sendable (_ frame: Int) -> [Detection] = { _ in [] }
        /// Whether a second look finds visible objects that were missed.
        var looksAgain = false
        /// Whether it can say anything of a frame.
        var covers: @Sendable (_ frame: Int) -> Bool = { _ in true }
        /// Whether it gives landmarks: those of `FaceLandmarks.scripted`.
        var givesLandmarks = false
        /// The frame on which it fails.
        var failingFrame: Int?
    }

    init(_ world: ScriptedWorld, _ traits: Traits = Traits()) {
        self.world = world
        self.traits = traits
    }

    /// The frames it was run on, ascending.
    var askedFrames: [Int] { asked.withLock { $0.sorted() } }

    func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        asked.withLock { $0.append(frame.index) }
        if frame.index == traits.failingFrame { throw ScriptedFailure(place: "detector") }
        var found: [Detection] = []
        for object in world.objects where world.isVisible(object, at: frame.index) {
            var numbers = SeededNumbers(traits.seed, frame.index, object.number)
            guard !object.undetected.contains(where: { $0.contains(frame.index) }),
                numbers.share() >= traits.missRate, let truth = object.box(at: frame.index)
            else { continue }
            let shifted = truth.offset(
                x: numbers.normal() * traits.noise * truth.width, y: numbers.normal() * traits.noise * truth.height)
            let scale = exp(numbers.normal() * traits.noise)
            let box = shifted.scaled(width: scale, height: scale)
            found.append(
                Detection(
                    box: box, confidence: object.confidence(frame.index), label: object.label,
                    landmarks: traits.givesLandmarks ? .scripted(in: box) : nil))
        }
        var numbers = SeededNumbers(traits.seed, frame.index, -1)
        if numbers.share() < traits.falseRate {
            let bounds = ScriptedWorld.size.bounds
            let center = Point(x: numbers.share() * bounds.width, y: numbers.share() * bounds.height)
            found.append(Detection(box: Box(center: center, width: 12, height: 12), confidence: 0.8, label: "face"))
        }
        return found + traits.extra(frame.index)
    }

    func covers(_ frame: Frame) -> Bool { traits.covers(frame.index) }

    func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        guard traits.looksAgain else { return nil }
        let seen = world.objects.first { object in
            object.label == label && world.isVisible(object, at: frame.index)
                && (object.box(at: frame.index)?.intersectionOverUnion(with: box) ?? 0) > 0.3
        }
        return seen.flatMap { object in
            object.box(at: frame.index).map {
                Detection(box: $0, confidence: object.confidence(frame.index), label: label)
            }
        }
    }
}

extension FaceLandmarks {
    /// At fixed shares of the box.
    static func scripted(in box: Box) -> FaceLandmarks {
        func point(_ x: Double, _ y: Double) -> Point {
            Point(x: box.left + x * box.width, y: box.top + y * box.height)
        }
        return FaceLandmarks(
            rightEye: point(0.3, 0.4), leftEye: point(0.7, 0.4), nose: point(0.5, 0.6), rightMouth: point(0.35, 0.8),
            leftMouth: point(0.65, 0.8))
    }
}
