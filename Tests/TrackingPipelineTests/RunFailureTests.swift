import TestWorld
import Testing
import TrackModel
import TrackingPipeline

/// Ends other than the last frame: nothing at all, cancellation, and failure of each of the parts.
@Suite("Runs that end otherwise", .serialized, .timeLimit(.minutes(10)))
struct RunFailureTests {
    private let world = ScriptedWorld(
        frameCount: 100,
        objects: [
            .moving(1, from: Point(x: 20, y: 25), by: Point(x: 0.3, y: 0), frames: 0..<100),
            .still(2, x: 70, y: 40, frames: 10..<100),
        ])

    private func pipeline(
        _ world: ScriptedWorld? = nil, detector: ScriptedDetector.Traits = .init(),
        tracker: ScriptedTracker.Traits = .init(), _ change: (inout TrackingConfiguration) -> Void = { _ in }
    ) -> TrackingPipeline {
        var configuration = TrackingConfiguration()
        change(&configuration)
        let world = world ?? self.world
        return TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world, detector)],
            tracker: ScriptedTracker.factory(world, tracker))
    }

    @Test("no frames: nothing comes out and nothing is said to have happened", arguments: [true, false])
    func empty(looksBack: Bool) async throws {
        var calls = 0
        let summary = try await pipeline { $0.looksBack = looksBack }.run(FrameFeed { _ in nil }) { _ in calls += 1 }
        #expect(calls == 0 && summary == TrackingSummary())
    }

    @Test("a number of threads that makes no sense is one thread, and no endless wait", arguments: [0, -4])
    func noThreads(threads: Int) async throws {
        let tracked = try await pipeline { $0.threads = threads }.run(world.frames) { _ in }
        let one = try await pipeline { $0.threads = 1 }.run(world.frames) { _ in }
        #expect(tracked == one && one.tracks == 2)
    }

    @Test("one frame comes out once, and shows what needs no second round", arguments: [true, false])
    func oneFrame(looksBack: Bool) async throws {
        let single = ScriptedWorld(frameCount: 1, objects: [.still(1, x: 40, y: 25, frames: 0..<1)])
        var frames: [FrameObservations] = []
        let summary = try await pipeline(single) {
            $0.looksBack = looksBack
            $0.confirmationRounds = 1
        }.run(single.frames) { frames.append($0) }
        #expect(frames.count == 1 && summary.frames == 1 && summary.rounds == 1)
        #expect(frames.first?.observations.map(\.source) == [.detected])
    }

    @Test("frames keep their numbers and times where they start late, skip, or start below zero")
    func numbering() async throws {
        var frames: [FrameObservations] = []
        let feed = FrameFeed { place in
            guard place < 20 else { return nil }
            return Frame(index: 40 + 3 * place, time: -0.5 + 0.12 * Double(place), luma: world.frame(0).luma)
        }
        let summary = try await pipeline().run(feed) { frames.append($0) }
        #expect(frames.map(\.frame) == (0..<20).map { 40 + 3 * $0 })
        #expect(frames.map(\.time) == (0..<20).map { -0.5 + 0.12 * Double($0) })
        #expect(frames.contains { $0.observations.count == 2 } && summary.tracks == 2)
    }

    @Test("times that stand still or jump lose no frame")
    func oddTimes() async throws {
        var odd = world
        odd.time = { $0 < 30 ? 0 : $0 < 60 ? Double($0) * 10 : 600 - Double($0) }
        var frames: [Int] = []
        _ = try await pipeline(odd).run(odd.frames) { frames.append($0.frame) }
        #expect(frames == Array(0..<100))
    }

    @Test(
        "cancellation ends the input: what was read comes out whole, and the summary says so", arguments: [true, false])
    func cancellation(looksBack: Bool) async throws {
        let pipeline = pipeline { $0.looksBack = looksBack }
        let feed = FrameFeed { place in
            if place == 60 { withUnsafeCurrentTask { $0?.cancel() } }
            return world.frame(place)
        }
        // A task of its own: cancelling the test's would fail the test.
        let (frames, summary) = try await Task {
            var frames: [FrameObservations] = []
            let summary = try await pipeline.run(feed) { frames.append($0) }
            return (frames, summary)
        }.value
        #expect(summary.wasCancelled)
        #expect(frames.map(\.frame) == Array(0...60))
        #expect(summary.frames == 61 && summary.observations == frames.reduce(0) { $0 + $1.observations.count })
        #expect(frames.last?.observations.count == 2)
    }

    @Test("a source that answers cancellation by an error ends the input too")
    func cancelledSource() async throws {
        let pipeline = pipeline()
        let feed = FrameFeed { place in
            if place == 60 {
                withUnsafeCurrentTask { $0?.cancel() }
                throw CancellationError()
            }
            return world.frame(place)
        }
        let (frames, summary) = try await Task {
            var frames: [Int] = []
            let summary = try await pipeline.run(feed) { frames.append($0.frame) }
            return (frames, summary)
        }.value
        #expect(summary.wasCancelled && frames == Array(0..<60))
    }

    @Test("a run that is cancelled before it starts hands out nothing and throws nothing")
    func cancelledBefore() async throws {
        let pipeline = pipeline()
        let feed = world.frames
        let summary = try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await pipeline.run(feed) { _ in }
        }.value
        #expect(summary.wasCancelled && summary.frames == 0)
    }

    @Test("a detector's error comes out, at any number of threads", arguments: [1, 2, 8], [0, 50, 99])
    func detectorFails(threads: Int, frame: Int) async throws {
        await expectFailure("detector", pipeline(detector: .init(failingFrame: frame)) { $0.threads = threads })
    }

    @Test("a tracker's error comes out, at any number of threads", arguments: [1, 2, 8])
    func trackerFails(threads: Int) async throws {
        await expectFailure("tracker update", pipeline(tracker: .init(failingUpdate: 45)) { $0.threads = threads })
        await expectFailure("tracker start", pipeline(tracker: .init(failingStart: 40)) { $0.threads = threads })
    }

    @Test("a tracker that cannot be made is an error")
    func factoryFails() async throws {
        let factory = TrackerFactory(name: "none") { throw ScriptedFailure(place: "factory") }
        await expectFailure("factory", TrackingPipeline(detectors: [ScriptedDetector(world)], tracker: factory))
    }

    @Test("a tracker that holds nothing is no error: objects are shown where detectors see them")
    func nothingToHold() async throws {
        let factory = TrackerFactory(name: "weak") { HoldsNothing() }
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(1)
        configuration.looksBack = false
        var frames: [FrameObservations] = []
        let summary = try await TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world)], tracker: factory
        ).run(world.frames) { frames.append($0) }
        #expect(frames.count == 100 && summary.frames == 100)
    }

    @Test("the receiver's error comes out, and it is not called again", arguments: [true, false])
    func emitFails(looksBack: Bool) async throws {
        var calls = 0
        await #expect(throws: ScriptedFailure(place: "emit")) {
            try await pipeline { $0.looksBack = looksBack }.run(world.frames) { observations in
                calls += 1
                if observations.frame == 20 { throw ScriptedFailure(place: "emit") }
            }
        }
        #expect(calls == 21)
    }

    @Test("an error of the frames comes out, after a part of them in order")
    func framesFail() async throws {
        var frames: [Int] = []
        let feed = FrameFeed { place in
            if place == 90 { throw ScriptedFailure(place: "frames") }
            return world.frame(place)
        }
        await #expect(throws: ScriptedFailure(place: "frames")) {
            try await pipeline().run(feed) { frames.append($0.frame) }
        }
        #expect(frames == Array(0..<frames.count) && frames.count <= 90)
    }

    @Test("progress is told once a frame, in order")
    func progress() async throws {
        var told: [TrackingProgress] = []
        _ = try await pipeline().run(world.frames, progress: { told.append($0) }, emit: { _ in })
        #expect(told.map(\.frame) == Array(0..<100) && told.map(\.framesDone) == Array(1...100))
        #expect(told.map(\.time) == (0..<100).map(world.time))
        #expect(told.last?.liveTracks == 2)
    }

    private func expectFailure(
        _ place: String, _ pipeline: TrackingPipeline, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        var frames: [Int] = []
        await #expect(throws: ScriptedFailure(place: place), sourceLocation: sourceLocation) {
            try await pipeline.run(world.frames) { frames.append($0.frame) }
        }
        #expect(frames == Array(0..<frames.count) && frames.count < 100, sourceLocation: sourceLocation)
    }
}

private final class HoldsNothing: ObjectTracker {
    func start(on frame: Frame, box: Box) throws -> Bool { false }
    func update(on frame: Frame) throws -> TrackerEstimate? { nil }
}
