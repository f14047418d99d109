import TestWorld
import Testing
import TrackModel
import TrackingPipeline

/// A run takes as it gives: neither pictures nor frames pile up, however long the video and however rare the rounds.
@Suite("Bounded memory", .serialized, .timeLimit(.minutes(10)))
struct RunBoundsTests {
    /// Objects come and go all the time, some hide, and a false detection starts what no round confirms.
    private static let busy = ScriptedWorld(
        frameCount: 350,
        objects: (0..<7).map { number in
            let first = number * 47
            let object = ScriptedObject.moving(
                number, from: Point(x: 10 + Double(number % 5) * 12, y: 10 + Double(number % 3) * 15),
                by: Point(x: 0.1, y: 0), frames: first..<first + 150)
            return number % 4 == 0 ? object.hidden(first + 60..<first + 150) : object
        })

    @Test(
        "frames leave after the look-back, whatever the interval",
        arguments: [
            DetectionInterval.frames(1), .frames(10), .frames(100), .seconds(1e9),
        ])
    func window(interval: DetectionInterval) async throws {
        var configuration = TrackingConfiguration()
        configuration.interval = interval
        let world = Self.busy
        let detector = ScriptedDetector(
            world, .init(missRate: 0.1, falseRate: 0.1))
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [detector], tracker: ScriptedTracker.factory(world))
        let progress = RunProgress()
        let feed = FrameFeed { place in
            progress.read(place)
            return place < world.frameCount ? progress.counted(world.frame(place)) : nil
        }
        let summary = try await pipeline.run(feed) { _ in progress.emit() }
        #expect(summary.frames == world.frameCount && progress.emitted == world.frameCount)
        // Ten seconds of observations, and pictures for a second or two.
        #expect(progress.greatestLag <= 250)
        #expect(progress.mostPictures <= configuration.backwardFrames + 30 && progress.heldPictures == 0)
    }

    @Test("what is covered and seen by no round for long does not hold the frames back")
    func tentative() async throws {
        var configuration = TrackingConfiguration()
        configuration.interval = .seconds(1e9)
        // Detected on the first frame, the only round, and covered right after.
        let world = ScriptedWorld(
            frameCount: 400, objects: [.still(1, x: 40, y: 25, frames: 0..<400).hidden(1..<400)])
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world)],
            tracker: ScriptedTracker.factory(world))
        let progress = RunProgress()
        let feed = FrameFeed { place in
            progress.read(place)
            return place < world.frameCount ? world.frame(place) : nil
        }
        _ = try await pipeline.run(feed) { _ in progress.emit() }
        #expect(progress.emitted == 400)
        #expect(progress.greatestLag <= 250)
    }
}
