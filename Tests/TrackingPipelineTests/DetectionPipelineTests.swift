import TestWorld
import Testing
import TrackModel
import TrackingPipeline

@Suite("Detection on every frame", .serialized, .timeLimit(.minutes(10)))
struct DetectionPipelineTests {
    private let world = ScriptedWorld(
        frameCount: 40,
        objects: [
            .moving(1, from: Point(x: 20, y: 20), by: Point(x: 1, y: 0), frames: 0..<40),
            .still(2, x: 70, y: 30, frames: 5..<30).confidence { $0 < 20 ? 0.3 : 0.8 },
        ])

    @Test(
        "frames come out once, in order, with their times, the same from any number of threads", arguments: [1, 2, 8])
    func order(threads: Int) async throws {
        let detectors = [ScriptedDetector(world, .init(noise: 0.1, missRate: 0.2)), ScriptedDetector(world)]
        var frames: [Int] = []
        try await DetectionPipeline(detectors: detectors, threads: threads).run(world.frames) { frame, time, found, _ in
            frames.append(frame)
            #expect(time == world.time(frame))
            let expected = try detectors.flatMap { try $0.detect(in: world.frame(frame)) }
            #expect(found == expected)
        }
        #expect(frames == Array(0..<40))
    }

    @Test("detections below the minimum confidence are left out, those at it are not")
    func minimumConfidence() async throws {
        var counts: [Int] = []
        let pipeline = DetectionPipeline(detectors: [ScriptedDetector(world)], minimumConfidence: 0.8)
        try await pipeline.run(world.frames) { _, _, found, _ in counts.append(found.count) }
        #expect(counts == (0..<40).map { (20..<30).contains($0) ? 2 : 1 })
    }

    @Test("errors of the detector, of the frames and of the receiver come out")
    func failures() async throws {
        let failing = ScriptedDetector(world, .init(failingFrame: 20))
        await #expect(throws: ScriptedFailure(place: "detector")) {
            try await DetectionPipeline(detectors: [failing]).run(world.frames) { _, _, _, _ in }
        }
        let pipeline = DetectionPipeline(detectors: [ScriptedDetector(world)])
        let feed = FrameFeed { place in
            if place == 20 { throw ScriptedFailure(place: "frames") }
            return world.frame(place)
        }
        await #expect(throws: ScriptedFailure(place: "frames")) { try await pipeline.run(feed) { _, _, _, _ in } }
        await #expect(throws: ScriptedFailure(place: "emit")) {
            try await pipeline.run(world.frames) { frame, _, _, _ in
                if frame == 20 { throw ScriptedFailure(place: "emit") }
            }
        }
    }

    @Test("no frames, no calls")
    func empty() async throws {
        var calls = 0
        let pipeline = DetectionPipeline(detectors: [ScriptedDetector(world)], threads: 0)
        try await pipeline.run(FrameFeed { _ in nil }) { _, _, _, _ in calls += 1 }
        #expect(calls == 0)
    }
}
