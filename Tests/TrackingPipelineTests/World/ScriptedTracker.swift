import Synchronization
import TestWorld
import TrackModel

/// Knows the world and follows the object that was under its box when it was started, forward or backward, as a real
/// tracker would: it drifts, its confidence falls while the object is covered, and it loses what leaves.
final class ScriptedTracker: ObjectTracker {
    struct Traits: Sendable {
        /// Standard deviation a frame of the drift, in sides of the box.
        var drift = 0.0
        /// Whether it slides onto the object that covers its own, and stays on it.
        var slides = false
        /// Whether it holds on to a wall, sure of itself.
        var holdsBackground = true
        /// The frame on which `update` fails, and that on which `start` does.
        var failingUpdate: Int?
        var failingStart: Int?
    }

    private struct State {
        var box: Box
        /// From the object's true place to where the tracker believes it.
        var offset = Point(x: 0, y: 0)
        /// What is left of the offset after a frame: less than 1 while it slides onto another object.
        var slide = 1.0
        var object: ScriptedObject?
        var shot = 0
        var confidence = 1.0
    }

    private let world: ScriptedWorld
    private let traits: Traits
    private let state = Mutex<State?>(nil)

    init(_ world: ScriptedWorld, _ traits: Traits = Traits()) {
        self.world = world
        self.traits = traits
    }

    static func factory(_ world: ScriptedWorld, _ traits: Traits = Traits()) -> TrackerFactory {
        TrackerFactory(name: "scripted") { ScriptedTracker(world, traits) }
    }

    func start(on frame: Frame, box: Box) throws -> Bool {
        if frame.index == traits.failingStart { throw ScriptedFailure(place: "tracker start") }
        let isHeld = box.isUsable && box.coveredShare(by: frame.size.bounds) > 0.2
        let found = isHeld ? object(under: box, at: frame.index) : nil
        guard isHeld, found != nil || traits.holdsBackground else {
            state.withLock { $0 = nil }
            return false
        }
        var fresh = State(box: box, object: found, shot: world.shot(at: frame.index))
        if let truth = found?.box(at: frame.index) {
            fresh.offset = Point(x: box.center.x - truth.center.x, y: box.center.y - truth.center.y)
        }
        state.withLock { $0 = fresh }
        return true
    }

    func update(on frame: Frame) throws -> TrackerEstimate? {
        if frame.index == traits.failingUpdate { throw ScriptedFailure(place: "tracker update") }
        return state.withLock { state in
            guard var now = state, now.shot == world.shot(at: frame.index) else { return nil }
            defer { state = now }
            guard let object = now.object else { return TrackerEstimate(box: now.box, confidence: 0.9) }
            guard let truth = object.box(at: frame.index) else { return nil }
            if traits.slides, let coverer = world.coverer(of: object, at: frame.index),
                let cover = coverer.box(at: frame.index)
            {
                now.object = coverer
                now.offset = Point(x: now.box.center.x - cover.center.x, y: now.box.center.y - cover.center.y)
                now.slide = 0.8
                return TrackerEstimate(box: now.box, confidence: now.confidence)
            }
            let isSeen = world.isVisible(object, at: frame.index) || !frame.size.bounds.contains(truth.center)
            let isNear = now.confidence > 0.5 || now.box.intersectionOverUnion(with: truth) > 0.2
            if isSeen, isNear {
                var numbers = SeededNumbers(frame.index, object.number)
                now.offset.x = now.offset.x * now.slide + numbers.normal() * traits.drift * truth.width
                now.offset.y = now.offset.y * now.slide + numbers.normal() * traits.drift * truth.height
                now.box = Box(
                    center: Point(x: truth.center.x + now.offset.x, y: truth.center.y + now.offset.y),
                    width: now.box.width, height: now.box.height)
                now.confidence = 0.95
            } else {
                now.confidence *= 0.5
                // Given up, though it may find it again.
                if now.confidence < 0.1 { return nil }
            }
            return TrackerEstimate(box: now.box, confidence: now.confidence)
        }
    }

    private func object(under box: Box, at frame: Int) -> ScriptedObject? {
        let visible = world.objects.filter { world.isVisible($0, at: frame) }
        let overlaps = visible.map { $0.box(at: frame)?.intersectionOverUnion(with: box) ?? 0 }
        guard let best = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }), overlaps[best] > 0.3 else {
            return nil
        }
        return visible[best]
    }
}
