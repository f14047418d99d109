import Testing
import TrackModel
import TrackingPipeline

@Suite("Seeds", .serialized, .timeLimit(.minutes(10)))
struct SeedTests {
    private let world = ScriptedWorld(
        frameCount: 200,
        objects: [.moving(1, from: Point(x: 20, y: 25), by: Point(x: 0.2, y: 0), frames: 0..<200)])

    private func track(
        _ world: ScriptedWorld? = nil, seeds: [TrackSeed], looksBack: Bool = true,
        detectors: [any Detector] = []
    ) async throws -> TrackedWorld {
        var configuration = TrackingConfiguration()
        configuration.looksBack = looksBack
        let world = world ?? self.world
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: detectors, tracker: ScriptedTracker.factory(world), seeds: seeds)
        var frames: [FrameObservations] = []
        let summary = try await pipeline.run(world.frames) { frames.append($0) }
        return TrackedWorld(world: world, frames: frames, summary: summary)
    }

    @Test(
        "what the user points at is followed from there to the end, without any detector",
        arguments: [(TrackSeed.Place.frame(30), 30), (.seconds(1.01), 26), (.seconds(0), 0)], [true, false])
    func following(place: (TrackSeed.Place, first: Int), looksBack: Bool) async throws {
        let box = try #require(world.object(1)?.box(at: place.first))
        let tracked = try await track(seeds: [TrackSeed(box: box, place: place.0)], looksBack: looksBack)
        let observations = tracked.observations(of: 1)
        #expect(observations.map(\.frame) == Array(place.first..<200))
        #expect(observations.first?.observation.source == .seeded)
        #expect(observations.dropFirst().allSatisfy { $0.observation.source == .tracked })
        #expect(tracked.ids(of: 1) == [1])
    }

    @Test("a seed on nothing, outside or after the end gives no track and no harm")
    func inVain() async throws {
        let seeds = [
            TrackSeed(box: Box(left: -50, top: -50, width: 10, height: 10)),
            TrackSeed(box: Box(left: 10, top: 10, width: 10, height: 10), place: .frame(100_000)),
        ]
        #expect(try await track(seeds: seeds).trackCount == 0)
    }

    @Test("a seeded object that a detector sees too is one track")
    func withDetector() async throws {
        let box = try #require(world.object(1)?.box(at: 5))
        let tracked = try await track(
            seeds: [TrackSeed(box: box, label: "face", place: .frame(5))], detectors: [ScriptedDetector(world)])
        #expect(tracked.trackCount == 1)
        #expect(tracked.coverage(of: 1) > 0.95)
    }

    @Test("a seeded track ends at a cut")
    func cut() async throws {
        let world = ScriptedWorld(
            frameCount: 80, cuts: [40],
            objects: [.still(1, x: 40, y: 25, frames: 0..<40), .still(2, x: 40, y: 25, frames: 40..<80)])
        let tracked = try await track(
            world, seeds: [TrackSeed(box: Box(center: Point(x: 40, y: 25), width: 12, height: 12))])
        #expect(tracked.observations(of: 1).map(\.frame) == Array(0..<40))
        #expect(tracked.trackCount == 1)
    }
}
