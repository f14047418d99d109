import TestWorld
import Testing
import TrackModel
import TrackingPipeline

/// What later frames say of earlier ones: first frames, gaps, and how it is marked.
@Suite("Looking back", .serialized, .timeLimit(.minutes(10)))
struct LookBackTests {
    private func configuration(interval: Int = 10, _ change: (inout TrackingConfiguration) -> Void = { _ in })
        -> TrackingConfiguration
    {
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        change(&configuration)
        return configuration
    }

    @Test("an object is shown from its true first frame, marked until a detector saw it", arguments: [1, 9, 13, 24])
    func firstFrame(first: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 100,
            objects: [.moving(1, from: Point(x: 30, y: 25), by: Point(x: 0.3, y: 0), frames: first..<100)])
        let tracked = try await TrackedWorld.track(world)
        let round = (first + 9) / 10 * 10
        #expect(tracked.observations(of: 1).map(\.frame) == Array(first..<100))
        #expect(tracked.sources(of: 1, in: first..<round) == [.backfilled])
        #expect(tracked.sources(of: 1, in: round..<round + 1) == [.detected])
        #expect(tracked.sources(of: 1, in: round + 1..<100).isSubset(of: [.detected, .tracked]))
    }

    @Test("nothing is filled in before the shot in which the object is")
    func firstFrameOfShot() async throws {
        let world = ScriptedWorld(
            frameCount: 100, cuts: [45],
            objects: [
                .still(1, x: 70, y: 40, frames: 0..<45),
                .still(2, x: 30, y: 25, frames: 45..<100).hidden(45..<47),
            ])
        let tracked = try await TrackedWorld.track(world, configuration(interval: 30))
        let id = try #require(tracked.ids(of: 2).first)
        let first = try #require(tracked.observations(of: id).first?.frame)
        #expect((45...47).contains(first))
    }

    @Test("a short gap is filled where the object must have been, and marked", arguments: [1, 10])
    func gap(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 120,
            objects: [.moving(1, from: Point(x: 30, y: 25), by: Point(x: 0.1, y: 0), frames: 0..<120).hidden(51..<75)])
        let tracked = try await TrackedWorld.track(world, configuration(interval: interval))
        #expect(tracked.observations(of: 1).map(\.frame) == Array(0..<120))
        // The tracker's confidence takes a frame or two to fall, at either end.
        #expect(tracked.sources(of: 1, in: 54..<72) == [.interpolated])
        #expect(!tracked.sources(of: 1, in: 0..<51).contains(.interpolated))
        #expect(!tracked.sources(of: 1, in: 80..<120).contains(.interpolated))
        for frame in 51..<75 {
            let truth = try #require(world.object(1)?.box(at: frame))
            let box = try #require(tracked.frames[frame].observations.first?.box)
            #expect(box.intersectionOverUnion(with: truth) > 0.7)
        }
    }

    @Test("a gap longer than the look-back stays open", arguments: [1, 10])
    func longGap(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 200, objects: [.still(1, x: 40, y: 25, frames: 0..<200).hidden(60..<100)])
        let tracked = try await TrackedWorld.track(
            world, configuration(interval: interval) { $0.lookBackSeconds = 0.8 })
        #expect(tracked.ids(of: 1).count == 1)
        #expect((65..<95).allSatisfy { tracked.frames[$0].observations.isEmpty })
    }

    @Test("who comes back elsewhere after an absence longer than the look-back is shown there, not on the way")
    func returnElsewhere() async throws {
        let world = ScriptedWorld(
            frameCount: 220,
            objects: [
                ScriptedObject(1, frames: 0..<220) { frame in
                    Box(center: Point(x: frame < 80 ? 30 : 44, y: 25), width: 12, height: 12)
                }.hidden(60..<95)
            ])
        let tracked = try await TrackedWorld.track(world, configuration { $0.lookBackSeconds = 0.4 })
        for (frame, observation) in tracked.frames.flatMap({ frame in frame.observations.map { (frame.frame, $0) } })
        where frame >= 95 {
            let truth = try #require(world.object(1)?.box(at: frame))
            #expect(observation.box.intersectionOverUnion(with: truth) > 0.9, "frame \(frame)")
        }
        #expect(tracked.coverage(of: 1) > 0.95)
    }

    @Test("without looking back every frame is handed out at once, with nothing filled in", arguments: [1, 10])
    func live(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 120, cuts: [80],
            objects: [
                .still(1, x: 30, y: 25, frames: 3..<80).hidden(40..<50), .still(2, x: 60, y: 25, frames: 85..<120),
            ])
        let configuration = configuration(interval: interval) { $0.looksBack = false }
        let tracked = try await TrackedWorld.track(world, configuration)
        let sources = Set(tracked.frames.flatMap { $0.observations.map(\.source) })
        #expect(sources == [.detected, .tracked])
        #expect(tracked.ids(of: 1).count == 1 && tracked.ids(of: 2).count == 1)

        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world)],
            tracker: ScriptedTracker.factory(world))
        let progress = RunProgress()
        let feed = FrameFeed { place in
            #expect(progress.emitted == place, "frame \(place) is asked for when all before it are out")
            return place < world.frameCount ? world.frame(place) : nil
        }
        _ = try await pipeline.run(feed) { _ in progress.emit() }
    }
}
