import TestWorld
import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("Live tracking", .timeLimit(.minutes(10)))
struct LiveTrackingTests {
    private let world = ScriptedWorld(
        frameCount: 400,
        objects: [
            .moving(1, from: Point(x: 16, y: 25), by: Point(x: 0.15, y: 0), frames: 0..<400),
            .still(2, x: 80, y: 40, frames: 0..<400),
        ])

    /// Runs frames with searches whose outcome comes `late` frames after they were asked for.
    private struct Run {
        let world: ScriptedWorld
        var tracking: LiveTracking
        var late = 0
        var waiting: [(due: Int, found: LiveSearch.Found)] = []
        var next = 0
        var latest = LiveFrame(observed: FrameObservations(frame: 0, time: 0, observations: []), fading: [])
        /// Searches asked for, by frame.
        var searches: [Int] = []

        init(_ world: ScriptedWorld, detects: Bool = true, hasDetector: Bool = true, late: Int = 0) {
            self.world = world
            self.late = late
            tracking = LiveTracking(
                detectors: hasDetector ? [ScriptedDetector(world)] : [], tracker: ScriptedTracker.factory(world),
                detects: detects)
        }

        mutating func run(to end: Int, step: Int = 1, each: (LiveFrame) -> Void = { _ in }) async throws {
            while next < end {
                let frame = world.frame(next)
                let found = waiting.filter { $0.due <= next }.map(\.found)
                waiting.removeAll { $0.due <= next }
                latest = try await tracking.advance(to: frame, found: found)
                each(latest)
                while let search = tracking.search(for: frame) {
                    searches.append(next)
                    waiting.append((next + 1 + late, try search.run()))
                }
                next += step
            }
        }

        func truth(_ object: Int) -> Box {
            world.object(object)?.box(at: latest.observed.frame) ?? Box(left: 0, top: 0, width: 0, height: 0)
        }
        func track(on object: Int) -> Observation? {
            latest.observed.observations.first { $0.box.intersectionOverUnion(with: truth(object)) > 0.6 }
        }
    }

    @Test("what a search found is carried to the frame it comes in, however late", arguments: [0, 3, 12])
    func late(frames: Int) async throws {
        var run = Run(world, late: frames)
        try await run.run(to: 120)
        for object in [1, 2] {
            let track = try #require(run.track(on: object))
            #expect(track.box.intersectionOverUnion(with: run.truth(object)) > 0.9)
        }
        #expect(run.latest.observed.observations.count == 2)
        #expect(run.tracking.trackCount == 2)
    }

    @Test("frames that are left out change no identity")
    func leftOut() async throws {
        var run = Run(world, late: 1)
        try await run.run(to: 60)
        let before = run.track(on: 1)?.track
        try await run.run(to: 200, step: 4)
        #expect(before != nil)
        #expect(run.track(on: 1)?.track == before)
    }

    @Test("one round is searched at a time, and the next when it is due")
    func oneAtATime() async throws {
        var run = Run(world, late: 14)
        try await run.run(to: 60)
        #expect(run.searches == [0, 15, 30, 45])
    }

    @Test("a box drawn on a frame that has passed is carried to the current one")
    func pastBox() async throws {
        var run = Run(world, detects: false)
        try await run.run(to: 40)
        let past = try #require(world.object(1)?.box(at: 20))
        try await run.tracking.seed(past, label: "cup", frame: 20)
        try await run.run(to: 45)
        let track = try #require(run.latest.observed.observations.first)
        #expect(track.label == "cup")
        #expect(track.box.intersectionOverUnion(with: run.truth(1)) > 0.9)
    }

    @Test("a point becomes the object that the detectors know there, with its box and label")
    func pointOnObject() async throws {
        var run = Run(world, detects: false)
        try await run.run(to: 10)
        let center = run.truth(2).center
        try await run.tracking.seed(at: Point(x: center.x + 2, y: center.y), label: "object", in: world.frame(9))
        try await run.run(to: 14)
        let track = try #require(run.latest.observed.observations.first)
        // The scripted detector knows the world and not the part that is searched: what it says is moved by where that begins.
        #expect(run.latest.observed.observations.count == 1)
        #expect(["face", "object"].contains(track.label))
    }

    @Test("a point where nothing is found, or no detector is, becomes what is around it")
    func pointAround() async throws {
        var run = Run(world, detects: false, hasDetector: false)
        try await run.run(to: 10)
        try await run.tracking.seed(at: run.truth(2).center, label: "object", in: world.frame(9))
        try await run.run(to: 14)
        let track = try #require(run.track(on: 2))
        #expect(track.label == "object")
    }

    @Test("an ended track stays away while the detectors see its object, and comes back when it is pointed at")
    func dismissed() async throws {
        var run = Run(world)
        try await run.run(to: 60)
        let id = try #require(run.track(on: 2)?.track)
        await run.tracking.end(track: id)
        try await run.run(to: 160) { frame in
            #expect(!frame.observed.observations.contains { $0.box.center.x > 60 })
        }
        try await run.tracking.seed(run.truth(2), label: "face")
        try await run.run(to: 164)
        #expect(run.track(on: 2)?.track == id)
    }

    @Test("without the detectors an ended track is over")
    func ended() async throws {
        var run = Run(world, detects: false)
        try await run.run(to: 10)
        try await run.tracking.seed(run.truth(2), label: "object")
        try await run.run(to: 14)
        let id = try #require(run.track(on: 2)?.track)
        await run.tracking.end(track: id)
        try await run.run(to: 20)
        #expect(run.latest.observed.observations.isEmpty)
    }

    @Test("a reset ends all, and new tracks have new numbers")
    func reset() async throws {
        var run = Run(world)
        try await run.run(to: 60)
        #expect(run.latest.observed.observations.count == 2)
        await run.tracking.reset()
        try await run.run(to: 61)
        #expect(run.latest.observed.observations.isEmpty)
        try await run.run(to: 120)
        #expect(run.latest.observed.observations.map(\.track) == [3, 4])
    }

    @Test("switched off, the detectors are asked nothing, and tracks go on")
    func switchedOff() async throws {
        var run = Run(world)
        try await run.run(to: 60)
        await run.tracking.setDetects(false)
        let before = run.searches.count
        try await run.run(to: 120)
        #expect(run.searches.count == before)
        #expect(run.track(on: 1)?.track != nil)
        await run.tracking.setDetects(true)
        try await run.run(to: 130)
        #expect(run.searches.count > before)
    }

    @Test("a change of trackers keeps every track")
    func trackers() async throws {
        var run = Run(world)
        try await run.run(to: 60)
        let before = run.latest.observed.observations.map(\.track)
        try await run.tracking.setTracker(ScriptedTracker.factory(world))
        await run.tracking.setDetects(false)
        try await run.run(to: 90)
        #expect(run.latest.observed.observations.map(\.track) == before)
        #expect(run.track(on: 1) != nil)
    }

    @Test("below the cut a track fades where it was seen last, for a moment")
    func fading() async throws {
        var run = Run(world, detects: false)
        try await run.run(to: 10)
        try await run.tracking.seed(run.truth(2), label: "object")
        try await run.run(to: 14)
        run.tracking.setMinimumConfidence(0.99)
        var faded = 0
        try await run.run(to: 60) { frame in
            #expect(frame.observed.observations.isEmpty)
            faded += frame.fading.count
        }
        #expect(faded == Int(LiveTracking.fadingSeconds * 25))
        #expect(run.latest.fading.isEmpty)
    }

    @Test("a shorter interval searches more often")
    func interval() async throws {
        var run = Run(world)
        try await run.run(to: 50)
        let before = run.searches.count
        run.tracking.setInterval(.frames(2))
        try await run.run(to: 100)
        #expect(run.searches.count - before > 2 * before)
    }

    @Test("a source that begins anew ends all tracks, and what was searched before means nothing")
    func anew() async throws {
        var run = Run(world, late: 5)
        try await run.run(to: 41)
        #expect(!run.latest.observed.observations.isEmpty)
        let search = try #require(run.waiting.first?.found)
        let live = try await run.tracking.advance(to: world.frame(42), beginsAnew: true, found: [search])
        #expect(live.observed.observations.isEmpty && live.fading.isEmpty)
    }
}
