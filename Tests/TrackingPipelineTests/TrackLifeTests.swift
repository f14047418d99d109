import Testing
import TrackModel
import TrackingPipeline

/// When a track is born, counts, is lost, comes back and ends.
@Suite("The life of a track", .serialized, .timeLimit(.minutes(10)))
struct TrackLifeTests {
    private func configuration(interval: Int = 10, _ change: (inout TrackingConfiguration) -> Void = { _ in })
        -> TrackingConfiguration
    {
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        change(&configuration)
        return configuration
    }

    @Test(
        "an object counts once enough rounds have seen it, never earlier",
        arguments: [(1, 1), (2, 2), (3, 3), (5, 5)], [10, 15])
    func confirmation(rounds: (needed: Int, held: Int), interval: Int) async throws {
        // It is detected in exactly one round fewer than are needed, or in as many as are needed.
        for (seen, isExpected) in [(rounds.held - 1, false), (rounds.held, true)] where seen > 0 {
            let object = ScriptedObject.still(1, x: 40, y: 25, frames: 0..<200)
                .undetected((seen - 1) * interval + 1..<200)
            let world = ScriptedWorld(frameCount: 7 * interval, objects: [object])
            let tracked = try await TrackedWorld.track(
                world, configuration(interval: interval) { $0.confirmationRounds = rounds.needed })
            #expect((tracked.trackCount > 0) == isExpected, "seen in \(seen) rounds, \(rounds.needed) needed")
        }
    }

    @Test("a false detection here and there gives no track", arguments: [1, 10, 30], [true, false])
    func falseDetections(interval: Int, looksBack: Bool) async throws {
        let world = ScriptedWorld(frameCount: 150)
        let traits = ScriptedDetector.Traits(extra: { frame in
            guard frame % 60 == 0 else { return [] }
            let box = Box(left: Double(frame) / 3, top: 20, width: 12, height: 12)
            return [Detection(box: box, confidence: 0.99, label: "face")]
        })
        let tracked = try await TrackedWorld.track(
            world, configuration(interval: interval) { $0.looksBack = looksBack }, detector: traits)
        #expect(tracked.trackCount == 0)
    }

    @Test("what is covered for good is no longer shown after a moment", arguments: [1, 10], [true, false])
    func lost(interval: Int, looksBack: Bool) async throws {
        let world = ScriptedWorld(
            frameCount: 150, objects: [.still(1, x: 40, y: 25, frames: 0..<150).hidden(60..<150)])
        let configuration = configuration(interval: interval) { $0.looksBack = looksBack }
        let tracked = try await TrackedWorld.track(world, configuration)
        let last = try #require(tracked.observations(of: 1).last)
        #expect((59..<66).contains(last.frame))
        #expect(
            tracked.observations(of: 1).allSatisfy { $0.observation.confidence >= configuration.minimumConfidence })
    }

    @Test(
        "patience decides how long a track outlives a blind detector",
        arguments: [
            (Patience.seconds(6), 10, true), (.seconds(1), 10, false), (.rounds(12), 10, true), (.rounds(3), 10, false),
            (.seconds(6), 30, true), (.seconds(6), 1, true), (.seconds(1), 1, false), (.rounds(100), 1, true),
        ])
    func patience(patience: Patience, interval: Int, survives: Bool) async throws {
        // The tracker holds the object all the time; the detector misses it from 2.4 to 4.8 seconds.
        let world = ScriptedWorld(
            frameCount: 150, objects: [.still(1, x: 40, y: 25, frames: 0..<150).undetected(61..<120)])
        let tracked = try await TrackedWorld.track(world, configuration(interval: interval) { $0.patience = patience })
        #expect((tracked.ids(of: 1).count == 1) == survives)
        if survives { #expect(tracked.coverage(of: 1) == 1) }
    }

    @Test("a round that misses an object does not end the track its tracker holds", arguments: [1, 10, 30, 60])
    func missedRound(interval: Int) async throws {
        // Seen in the first three rounds, missed in the fourth.
        let missed = 3 * interval..<3 * interval + 1
        let world = ScriptedWorld(
            frameCount: 6 * interval + 20,
            objects: [.still(1, x: 40, y: 25, frames: 0..<400).undetected(missed)])
        let tracked = try await TrackedWorld.track(world, configuration(interval: interval))
        #expect(tracked.ids(of: 1) == [1])
        #expect(tracked.coverage(of: 1) == 1)
    }

    @Test("two detectors that see the same object, each a little differently, give one track", arguments: [1, 10])
    func twoDetectors(interval: Int) async throws {
        let object = ScriptedObject.moving(1, from: Point(x: 20, y: 25), by: Point(x: 0.3, y: 0), frames: 0..<100)
        let world = ScriptedWorld(frameCount: 100, objects: [object])
        let traits = ScriptedDetector.Traits(extra: { frame in
            [
                Detection(
                    box: object.path(frame).offset(x: 1.5, y: 1).scaled(width: 1.1, height: 1.1), confidence: 0.7,
                    label: "face")
            ]
        })
        let tracked = try await TrackedWorld.track(world, configuration(interval: interval), detector: traits)
        #expect(tracked.trackCount == 1)
        #expect(tracked.coverage(of: 1) == 1)
    }

    @Test("two tracks that end up on one object become one", arguments: [1, 10])
    func merging(interval: Int) async throws {
        // The one behind is covered for good at frame 61; its tracker slides onto the one in front.
        let world = ScriptedWorld(
            frameCount: 150,
            objects: [
                ScriptedObject(1, frames: 0..<150) { frame in
                    Box(center: Point(x: 20 + 0.4 * Double(min(frame, 75)), y: 25), width: 12, height: 12)
                },
                .still(2, x: 50, y: 25, frames: 0..<150),
            ])
        let tracked = try await TrackedWorld.track(
            world, configuration(interval: interval), tracker: .init(slides: true))
        #expect(tracked.frames[40].observations.count == 2)
        #expect(tracked.ids(of: 2).count == 1)
        #expect((90..<150).allSatisfy { tracked.frames[$0].observations.count == 1 })
    }

    @Test("objects of different kinds at the same place are different tracks, and never exchange their labels")
    func labels() async throws {
        let world = ScriptedWorld(
            frameCount: 80,
            objects: [
                .still(1, x: 40, y: 25, frames: 0..<80), .still(2, x: 70, y: 40, frames: 0..<80).labelled("cat"),
            ])
        let traits = ScriptedDetector.Traits(extra: { _ in
            [
                Detection(
                    box: Box(center: Point(x: 40.5, y: 25), width: 12, height: 12), confidence: 0.9, label: "page")
            ]
        })
        let tracked = try await TrackedWorld.track(world, detector: traits)
        #expect(tracked.frames.allSatisfy { Set($0.observations.map(\.label)) == ["face", "cat", "page"] })
        #expect(tracked.trackCount == 3)
    }

    @Test("no more tracks at once than asked for, and the surest objects are the ones")
    func maximumTracks() async throws {
        let world = ScriptedWorld(
            frameCount: 100,
            objects: (0..<5).map { number in
                ScriptedObject.still(number, x: 10 + 18 * Double(number), y: 25, frames: 0..<100)
                    .confidence { _ in [0.6, 0.95, 0.7, 0.9, 0.65][number] }
            })
        let tracked = try await TrackedWorld.track(world, configuration { $0.maximumTracks = 2 })
        #expect(tracked.frames.allSatisfy { $0.observations.count <= 2 })
        #expect(tracked.coverage(of: 1) == 1 && tracked.coverage(of: 3) == 1)
        #expect(try await TrackedWorld.track(world, configuration { $0.maximumTracks = 0 }).trackCount == 0)
    }

    @Test("weak detections hold a track, and start none")
    func weakDetections() async throws {
        let configuration = configuration { $0.patience = .seconds(1) }
        let weak = (configuration.startConfidence + configuration.keepConfidence) / 2
        let tooWeak = configuration.keepConfidence / 2
        for (later, survives) in [(weak, true), (tooWeak, false)] {
            let held = ScriptedObject.still(1, x: 30, y: 25, frames: 0..<150)
                .confidence { (61..<130).contains($0) ? later : 0.9 }
            let neverSure = ScriptedObject.still(2, x: 70, y: 25, frames: 0..<150).confidence { _ in later }
            let tracked = try await TrackedWorld.track(
                ScriptedWorld(frameCount: 150, objects: [held, neverSure]), configuration)
            #expect((tracked.ids(of: 1).count == 1) == survives)
            #expect(tracked.ids(of: 2).isEmpty)
        }
    }

    @Test("a second look at its place holds a track that rounds miss, and starts none", arguments: [1, 10])
    func secondLook(interval: Int) async throws {
        let world = ScriptedWorld(
            frameCount: 200,
            objects: [
                .still(1, x: 30, y: 25, frames: 0..<200).undetected(61..<170),
                .still(2, x: 70, y: 25, frames: 0..<200).undetected(0..<200),
            ])
        let configuration = configuration(interval: interval) { $0.patience = .seconds(1) }
        let tracked = try await TrackedWorld.track(world, configuration, detector: .init(looksAgain: true))
        #expect(tracked.ids(of: 1).count == 1 && tracked.coverage(of: 1) == 1)
        #expect(tracked.ids(of: 2).isEmpty && tracked.trackCount == 1)
    }

    @Test(
        "boxes and confidences that are no numbers are neither tracked nor a crash",
        arguments: [
            Box(left: .nan, top: 0, width: 10, height: 10), Box(left: 10, top: 10, width: 0, height: 10),
            Box(left: 40, top: 40, width: -10, height: -10), Box(left: 0, top: 0, width: .infinity, height: 10),
            Box(left: 1e300, top: 0, width: 10, height: 10), Box(left: 10, top: 10, width: 1e-300, height: 1e-300),
        ], [true, false])
    func senselessBoxes(box: Box, looksBack: Bool) async throws {
        let world = ScriptedWorld(frameCount: 60, objects: [.still(1, x: 40, y: 25, frames: 0..<60)])
        let traits = ScriptedDetector.Traits(extra: { _ in
            [
                Detection(box: box, confidence: 0.9, label: "face"),
                Detection(box: Box(left: 70, top: 10, width: 9, height: 9), confidence: .nan, label: "face"),
            ]
        })
        let tracked = try await TrackedWorld.track(
            world, configuration { $0.looksBack = looksBack }, detector: traits,
            seeds: [TrackSeed(box: box, place: .frame(20))])
        #expect(tracked.coverage(of: 1) > 0.7 && tracked.ids(of: 1).count == 1)
        #expect(tracked.trackCount == 1)
    }
}
