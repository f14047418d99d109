import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("Smoothing", .serialized, .timeLimit(.minutes(10)))
struct SmoothingTests {
    private static let walker = ScriptedWorld(
        frameCount: 100,
        objects: [.moving(1, from: Point(x: 15, y: 15), by: Point(x: 0.4, y: 0.15), frames: 0..<100)])

    private static func errors(_ tracked: TrackedWorld) throws -> [Point] {
        try tracked.observations(of: 1).map { frame, observation in
            let truth = try #require(tracked.world.object(1)?.box(at: frame)).center
            return Point(x: observation.box.center.x - truth.x, y: observation.box.center.y - truth.y)
        }
    }

    private static func deviation(_ errors: [Point]) -> Double {
        (errors.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y } / Double(max(1, errors.count))).squareRoot()
    }

    @Test("steady motion that is seen exactly passes unchanged", arguments: [1, 10, 30], [true, false])
    func unchanged(interval: Int, looksBack: Bool) async throws {
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        configuration.looksBack = looksBack
        let tracked = try await TrackedWorld.track(Self.walker, configuration)
        #expect(tracked.observations(of: 1).count > 60)
        for (frame, observation) in tracked.observations(of: 1) {
            let truth = try #require(Self.walker.object(1)?.box(at: frame))
            #expect(abs(observation.box.left - truth.left) < 1e-6 && abs(observation.box.top - truth.top) < 1e-6)
            #expect(abs(observation.box.width - truth.width) < 1e-6)
        }
    }

    @Test("a detector's jitter is at least halved, without lag behind a moving object", arguments: [1, 10])
    func jitter(interval: Int) async throws {
        let noise = 0.06
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        let tracked = try await TrackedWorld.track(
            Self.walker, configuration, detector: .init(noise: noise), tracker: .init(drift: 0.003))
        let errors = try Self.errors(tracked)
        #expect(errors.count == 100)
        let side = 12.0
        // Both coordinates jitter, each with `noise` sides.
        #expect(Self.deviation(errors) < 0.5 * noise * side * 2.0.squareRoot())
        // Along the way it goes: behind is negative.
        let lag = errors.reduce(0) { $0 + $1.x } / Double(errors.count)
        #expect(abs(lag) < 0.25 * noise * side)
        // The motion from frame to frame is that of the object, not of the detector.
        let boxes = tracked.observations(of: 1).map(\.observation.box.center.x)
        #expect(zip(boxes, boxes.dropFirst()).allSatisfy { abs($1 - $0 - 0.4) < 2 * noise * side })
    }

    @Test("a tracker that drifts is brought back by the detector, also before it spoke")
    func drift() async throws {
        let tracked = try await TrackedWorld.track(
            Self.walker, detector: .init(noise: 0.01), tracker: .init(drift: 0.02))
        let errors = try Self.errors(tracked)
        // Without correction the walk would have gone 0.02 * 12 * sqrt(2 * 100) = 3.4 pixels by the end.
        #expect(Self.deviation(errors) < 1)
        #expect(Self.deviation(Array(errors.suffix(20))) < 1)
    }

    @Test("smoothing in pieces goes on where it stopped")
    func pieces() {
        let smoother = BoxSmoother()
        let boxes = (0..<60).map { Box(left: 10 + Double($0), top: 20, width: 12, height: 14) }
        let steps = boxes.indices.map { index in
            BoxSmoother.Step(
                motion: index > 0 ? Motion(from: boxes[index - 1], to: boxes[index]) : nil,
                measurement: index % 10 == 0 ? boxes[index].offset(x: index % 20 == 0 ? 1 : -1, y: 0) : nil,
                box: boxes[index])
        }
        let whole = smoother.smooth(steps, after: nil)
        let first = smoother.smooth(Array(steps[..<35]), after: nil)
        let second = smoother.smooth(Array(steps[35...]), after: first.states[34])
        // What is filtered forward is the same; the last piece ends with the same knowledge.
        #expect(second.states.map(\.mean) == Array(whole.states.map(\.mean)[35...]))
        #expect(second.boxes.last == whole.boxes.last)
        #expect(smoother.smooth([], after: nil).boxes.isEmpty)
    }
}
