import Testing
import TrackModel
import TrackingPipeline

/// Whole runs through the scripted world: who is who, from the first frame to the last.
@Suite("Identities", .serialized, .timeLimit(.minutes(10)))
struct IdentityTests {
    /// Errors as real detectors and trackers make them.
    private static let detector = ScriptedDetector.Traits(noise: 0.04, missRate: 0.1)
    private static let tracker = ScriptedTracker.Traits(drift: 0.005)

    private static func every(_ interval: Int) -> TrackingConfiguration {
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        return configuration
    }

    /// Three objects that come, move and go at different times.
    private static func walkers(_ frameCount: Int) -> ScriptedWorld {
        ScriptedWorld(
            frameCount: frameCount,
            objects: [
                .moving(1, from: Point(x: 10, y: 12), by: Point(x: 0.3, y: 0.05), frames: 0..<frameCount),
                .moving(2, from: Point(x: 85, y: 40), by: Point(x: -0.25, y: 0), frames: 33..<frameCount),
                .still(3, x: 45, y: 34, frames: 12..<frameCount * 4 / 5),
            ])
    }

    @Test("one id for each object at any interval", arguments: [1, 10, 30])
    func intervals(interval: Int) async throws {
        // A face that two rounds in a row miss is seen late when rounds are rare, whatever the tracking does.
        let detector = ScriptedDetector.Traits(noise: 0.04, missRate: interval > 10 ? 0 : 0.1)
        let tracked = try await TrackedWorld.track(
            Self.walkers(160), Self.every(interval), detector: detector, tracker: Self.tracker)
        for number in 1...3 {
            #expect(tracked.ids(of: number).count == 1)
            #expect(tracked.coverage(of: number) > 0.9)
        }
        #expect(tracked.trackCount == 3)
        #expect(tracked.strays.isEmpty)
    }

    @Test(
        "the same result, to the last bit, from any number of threads",
        arguments: [(1, true), (10, true), (10, false)])
    func threads(interval: Int, looksBack: Bool) async throws {
        var detector = Self.detector
        detector.falseRate = 0.2
        detector.looksAgain = true
        var results: [[FrameObservations]] = []
        for threads in [1, 2, 8] {
            var configuration = Self.every(interval)
            configuration.threads = threads
            configuration.looksBack = looksBack
            results.append(
                try await TrackedWorld.track(Self.walkers(75), configuration, detector: detector, tracker: Self.tracker)
                    .frames)
        }
        #expect(results[0] == results[1] && results[0] == results[2])
        #expect(results[0].contains { !$0.observations.isEmpty })
    }

    /// Two objects pass each other on almost the same line; the one behind is covered for a moment.
    private static let crossing = ScriptedWorld(
        frameCount: 150,
        objects: [
            .moving(1, from: Point(x: 10, y: 25), by: Point(x: 0.5, y: 0), frames: 0..<150),
            .moving(2, from: Point(x: 86, y: 28), by: Point(x: -0.5, y: 0), frames: 0..<150),
        ])

    @Test(
        "two that cross keep their ids, also when a tracker slides onto the one in front",
        arguments: [1, 10], [false, true])
    func crossing(interval: Int, slides: Bool) async throws {
        var traits = Self.tracker
        traits.slides = slides
        let tracked = try await TrackedWorld.track(
            Self.crossing, Self.every(interval), detector: Self.detector, tracker: traits)
        for number in [1, 2] {
            // While they overlap, which box lies on whom is a matter of taste.
            let before = tracked.ids(of: number, in: 0..<60)
            let after = tracked.ids(of: number, in: 95..<150)
            #expect(before.count == 1 && before == after, "object \(number) is \(before) before and \(after) after")
        }
        #expect(tracked.ids(of: 1, in: 0..<60).isDisjoint(with: tracked.ids(of: 2, in: 0..<60)))
        #expect(tracked.trackCount == 2)
    }

    @Test("an object that hides for a second and a half and comes back is the same one", arguments: [1, 10])
    func occlusion(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 150,
            objects: [
                .moving(1, from: Point(x: 20, y: 20), by: Point(x: 0.1, y: 0), frames: 0..<150).hidden(61..<98),
                .still(2, x: 75, y: 40, frames: 0..<150),
            ])
        let tracked = try await TrackedWorld.track(
            world, Self.every(interval), detector: Self.detector, tracker: Self.tracker)
        #expect(tracked.ids(of: 1).count == 1 && tracked.ids(of: 2).count == 1)
        #expect(tracked.trackCount == 2)
        #expect(tracked.coverage(of: 1) > 0.95)
    }

    @Test("an object that goes behind a pillar and comes out on the other side is the same one")
    func pillar() async throws {
        let world = ScriptedWorld(
            frameCount: 150,
            objects: [.moving(1, from: Point(x: 15, y: 25), by: Point(x: 0.45, y: 0), frames: 0..<150).hidden(60..<90)])
        let tracked = try await TrackedWorld.track(world, detector: .init(noise: 0.04), tracker: Self.tracker)
        #expect(tracked.ids(of: 1).count == 1)
        #expect(tracked.trackCount == 1)
    }

    @Test("an object that does not look like itself at first when it comes back is the same one", arguments: [1, 5])
    func lateLikeness(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 130,
            objects: [
                .moving(1, from: Point(x: 8, y: 25), by: Point(x: 0.6, y: 0), frames: 0..<130)
                    .hidden(60..<82).disguised(82..<92)
            ])
        let tracked = try await TrackedWorld.track(world, Self.every(interval), tracker: Self.tracker)
        #expect(tracked.ids(of: 1).count == 1)
        #expect(tracked.trackCount == 1)
    }

    @Test("an object that leaves the picture is not shown outside, and is tracked again when it comes back")
    func exitAndReturn() async throws {
        // Out over the left edge at frame 50 and back in at frame 150, four seconds later.
        let world = ScriptedWorld(
            frameCount: 200,
            objects: [
                ScriptedObject(1, frames: 0..<200) { frame in
                    let x = frame < 100 ? 25 - 0.5 * Double(frame) : -25 + 0.5 * Double(frame - 100)
                    return Box(center: Point(x: x, y: 25), width: 12, height: 12)
                },
                .still(2, x: 75, y: 40, frames: 0..<200),
            ])
        let tracked = try await TrackedWorld.track(world, detector: Self.detector, tracker: Self.tracker)
        #expect(tracked.ids(of: 1, in: 0..<50).count == 1 && tracked.ids(of: 1, in: 160..<200).count == 1)
        #expect(tracked.ids(of: 2).count == 1 && tracked.coverage(of: 2) > 0.95)
        let away = (55..<148).flatMap { tracked.frames[$0].observations }
        #expect(Set(away.map(\.track)) == tracked.ids(of: 2))
    }

    @Test("an object that leaves the picture and is back within two seconds is the same one", arguments: [1, 10])
    func shortExit(interval: Int) async throws {
        // Its centre is outside from frame 61 to 89.
        let world = ScriptedWorld(
            frameCount: 150,
            objects: [
                ScriptedObject(1, frames: 0..<150) { frame in
                    let x = frame < 75 ? 30 - 0.5 * Double(frame) : -7.5 + 0.5 * Double(frame - 75)
                    return Box(center: Point(x: x, y: 25), width: 12, height: 12)
                }
            ])
        let tracked = try await TrackedWorld.track(
            world, Self.every(interval), detector: .init(noise: 0.04), tracker: Self.tracker)
        #expect(tracked.ids(of: 1) == [1])
        #expect(tracked.trackCount == 1)
        // Nor is it shown at the edge while it is outside.
        #expect((65..<85).allSatisfy { tracked.frames[$0].observations.isEmpty })
    }

    @Test("no box has its centre outside the picture, whichever edge its object leaves over", arguments: 0..<4)
    func edges(direction: Int) async throws {
        let step = [Point(x: 1, y: 0), Point(x: -1, y: 0), Point(x: 0, y: 0.7), Point(x: 0, y: -0.7)][direction]
        let world = ScriptedWorld(
            frameCount: 90, objects: [.moving(1, from: Point(x: 48, y: 27), by: step, frames: 0..<90)])
        let tracked = try await TrackedWorld.track(world, tracker: Self.tracker)
        let bounds = ScriptedWorld.size.bounds.scaled(width: 1.02, height: 1.02)
        let boxes = tracked.frames.flatMap { $0.observations.map(\.box) }
        #expect(boxes.count > 30 && boxes.allSatisfy { bounds.contains($0.center) })
    }

    @Test("a cut ends every track, and the next shot starts others, on its first frame", arguments: [1, 10, 30])
    func cut(interval: Int) async throws {
        // The second shot has an object at the very place of the first shot's.
        let world = ScriptedWorld(
            frameCount: 160, cuts: [75],
            objects: [
                .still(1, x: 30, y: 25, frames: 0..<75), .still(2, x: 70, y: 25, frames: 0..<75),
                .still(3, x: 30, y: 25, frames: 75..<160), .still(4, x: 50, y: 40, frames: 75..<160),
            ])
        let tracked = try await TrackedWorld.track(
            world, Self.every(interval), detector: .init(noise: 0.04), tracker: Self.tracker)
        #expect(tracked.summary.cuts == 1)
        #expect(tracked.trackCount == 4)
        for number in 1...4 {
            #expect(tracked.ids(of: number).count == 1 && tracked.coverage(of: number) == 1)
        }
        #expect(tracked.ids(of: 1).isDisjoint(with: tracked.ids(of: 3)))
    }

    @Test("nobody comes back across a cut: who hides before it and shows after it is another one")
    func lostAcrossCut() async throws {
        let world = ScriptedWorld(
            frameCount: 150, cuts: [75],
            objects: [
                .still(1, x: 30, y: 25, frames: 0..<75).hidden(65..<75),
                .still(2, x: 30, y: 25, frames: 75..<150).hidden(75..<85),
            ])
        let tracked = try await TrackedWorld.track(world, tracker: Self.tracker)
        #expect(tracked.ids(of: 1).count == 1 && tracked.ids(of: 2).count == 1)
        #expect(tracked.ids(of: 1) != tracked.ids(of: 2))
        // Nothing is filled in over the cut either.
        #expect((70..<82).allSatisfy { tracked.frames[$0].observations.isEmpty })
    }
}
