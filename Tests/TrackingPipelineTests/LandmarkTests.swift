import TestWorld
import Testing
import TrackModel
import TrackingPipeline

@Suite("Landmarks through the pipeline", .serialized, .timeLimit(.minutes(10)))
struct LandmarkTests {
    @Test("are seen in detected frames, moved with the box in tracked ones, and absent in filled ones")
    func sources() async throws {
        let world = ScriptedWorld(
            frameCount: 120,
            objects: [.moving(1, from: Point(x: 30, y: 25), by: Point(x: 0.2, y: 0), frames: 5..<120).hidden(51..<75)])
        let tracked = try await TrackedWorld.track(world, detector: .init(givesLandmarks: true))
        var sources: Set<ObservationSource> = []
        for frame in tracked.frames {
            guard let observation = frame.observations.first else { continue }
            sources.insert(observation.source)
            switch observation.source {
            case .detected, .tracked:
                let truth = try #require(world.object(1)?.box(at: frame.frame))
                let points = try #require(observation.landmarks).points
                let tolerance = observation.source == .detected ? 1e-9 : 0.1 * truth.width
                for (point, place) in zip(points, FaceLandmarks.scripted(in: truth).points) {
                    #expect(abs(point.x - place.x) <= tolerance && abs(point.y - place.y) <= tolerance)
                }
            case .backfilled, .interpolated, .seeded: #expect(observation.landmarks == nil)
            }
        }
        #expect(sources == [.detected, .tracked, .backfilled, .interpolated])
    }

    @Test("of a detector that has none there are none")
    func none() async throws {
        let world = ScriptedWorld(frameCount: 40, objects: [.still(1, x: 30, y: 25, frames: 0..<40)])
        let tracked = try await TrackedWorld.track(world)
        #expect(tracked.frames.flatMap(\.observations).allSatisfy { $0.landmarks == nil })
    }
}
