import Synchronization
import Testing
import TrackModel
import TrackingPipeline

@Suite("Sequence handler", .serialized, .timeLimit(.minutes(10)))
struct SequenceHandlerTests {
    /// Seven objects side by side, moving; the fourth is covered from frame 5 on, the sixth leaves the scene at frame 5.
    private let world = ScriptedWorld(
        frameCount: 10,
        objects: (0..<7).map { number in
            let object = ScriptedObject.moving(
                number, from: Point(x: 8 + 13 * Double(number), y: 20), by: Point(x: 0, y: 1), side: 10,
                frames: 0..<(number == 5 ? 5 : 10))
            return number == 3 ? object.hidden(5..<10) : object
        })

    private func box(of number: Int, at frame: Int) throws -> Box {
        try #require(world.object(number)?.box(at: frame))
    }

    @Test("results come in the order of the ids, the same from any number of tasks", arguments: [1, 2, 8])
    func order(tasks: Int) async throws {
        let handler = SequenceHandler(tracker: ScriptedTracker.factory(world), maximumConcurrency: tasks)
        for number in [4, 0, 6, 2, 5, 1, 3] {
            #expect(try await handler.start(number, on: world.frame(0), box: box(of: number, at: 0)))
        }
        #expect(await handler.ids == Array(0..<7))
        for frame in 1..<10 {
            let results = try await handler.update(on: world.frame(frame))
            #expect(results.map(\.id) == Array(0..<7))
            for (id, estimate) in results {
                if id == 5, frame >= 5 {
                    #expect(estimate == nil)
                } else if id == 3, frame >= 7 {
                    #expect((estimate?.confidence ?? 0) < 0.3)
                } else if id != 3 {
                    #expect(try #require(estimate).box == box(of: id, at: frame))
                }
            }
        }
    }

    @Test("an object that is lost is kept, and stopping forgets it")
    func stopping() async throws {
        let handler = SequenceHandler(tracker: ScriptedTracker.factory(world))
        for number in [1, 5, 6] { try await handler.start(number, on: world.frame(0), box: box(of: number, at: 0)) }
        _ = try await handler.update(on: world.frame(6))
        #expect(await handler.ids == [1, 5, 6])
        await handler.stop(5)
        await handler.stop(99)
        #expect(await handler.ids == [1, 6])
        await handler.stopAll()
        #expect(await handler.ids == [])
        #expect(try await handler.update(on: world.frame(7)).isEmpty)
    }

    @Test("starting again moves a followed object; starting it on nothing gives it up")
    func startingAgain() async throws {
        let handler = SequenceHandler(
            tracker: ScriptedTracker.factory(world, .init(holdsBackground: false)), maximumConcurrency: 1)
        try await handler.start(1, on: world.frame(0), box: box(of: 0, at: 0))
        #expect(try await handler.start(1, on: world.frame(0), box: box(of: 2, at: 0)))
        #expect(try await handler.update(on: world.frame(1)).first?.estimate?.box == box(of: 2, at: 1))
        #expect(try await !handler.start(1, on: world.frame(1), box: Box(left: 2, top: 45, width: 5, height: 5)))
        #expect(await handler.ids == [])
    }

    @Test("requests are performed as in Vision: first seeded, then followed, in the order asked, nil when lost")
    func perform() async throws {
        let handler = SequenceHandler(tracker: ScriptedTracker.factory(world, .init(holdsBackground: false)))
        let requests = [
            TrackRequest(id: 6, label: "cat", box: try box(of: 6, at: 0)),
            TrackRequest(id: 50, box: Box(left: -80, top: -80, width: 10, height: 10)),
            TrackRequest(id: 5, box: try box(of: 5, at: 0)),
        ]
        let first = try await handler.perform(requests, on: world.frame(0))
        #expect(first.map { $0?.track } == [6, nil, 5])
        #expect(first[0]?.source == .seeded && first[0]?.label == "cat" && first[0]?.box == requests[0].box)

        let second = try await handler.perform(requests, on: world.frame(4))
        #expect(second[0]?.source == .tracked && second[0]?.label == "cat")
        #expect(try second[0]?.box == box(of: 6, at: 4) && second[2]?.box == box(of: 5, at: 4))

        let third = try await handler.perform(requests, on: world.frame(6))
        #expect(third[0] != nil && third[1] == nil && third[2] == nil)
    }

    @Test("a request that is left out is forgotten, and starts on its box when it comes again")
    func leftOut() async throws {
        let handler = SequenceHandler(tracker: ScriptedTracker.factory(world))
        let one = TrackRequest(id: 1, box: try box(of: 1, at: 0))
        let two = TrackRequest(id: 2, box: try box(of: 2, at: 0))
        _ = try await handler.perform([one, two], on: world.frame(0))
        _ = try await handler.perform([two], on: world.frame(1))
        #expect(await handler.ids == [2])
        let again = try await handler.perform([one, two], on: world.frame(2))
        #expect(again[0]?.source == .seeded && again[0]?.box == one.box && again[1]?.source == .tracked)
        #expect(try await handler.perform([], on: world.frame(3)).isEmpty)
        #expect(await handler.ids == [])
    }

    @Test("what a tracker throws comes out", arguments: [1, 8])
    func failure(tasks: Int) async throws {
        let factory = ScriptedTracker.factory(world, .init(failingUpdate: 2))
        let handler = SequenceHandler(tracker: factory, maximumConcurrency: tasks)
        for number in [1, 2] { try await handler.start(number, on: world.frame(0), box: box(of: number, at: 0)) }
        await #expect(throws: ScriptedFailure(place: "tracker update")) { try await handler.update(on: world.frame(2)) }
    }

    @Test("a tracker is never used by two calls at once, whoever calls")
    func oneAtATime() async throws {
        let frame = world.frame(0)
        let overlaps = Atomic(0)
        let handler = SequenceHandler(
            tracker: TrackerFactory(name: "watchful") { WatchfulTracker { overlaps.add(1, ordering: .relaxed) } },
            maximumConcurrency: 4)
        for id in 0..<4 { try await handler.start(id, on: frame, box: frame.size.bounds) }
        await withTaskGroup(of: Void.self) { group in
            for call in 0..<40 {
                group.addTask {
                    if call % 4 == 0 {
                        _ = try? await handler.start(call % 3, on: frame, box: frame.size.bounds)
                    } else {
                        let results = try? await handler.update(on: frame)
                        #expect(results?.map(\.id) == [0, 1, 2, 3])
                    }
                }
            }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }
}

/// Reports when it is used while it is being used.
private final class WatchfulTracker: ObjectTracker {
    private let isBusy = Atomic(false)
    private let report: @Sendable () -> Void

    init(report: @escaping @Sendable () -> Void) { self.report = report }

    func start(on frame: Frame, box: Box) throws -> Bool {
        work(on: frame)
        return true
    }

    func update(on frame: Frame) throws -> TrackerEstimate? {
        work(on: frame)
        return TrackerEstimate(box: frame.size.bounds, confidence: 1)
    }

    /// Long enough for another call to come in between.
    private func work(on frame: Frame) {
        if isBusy.exchange(true, ordering: .acquiring) { report() }
        let sum = frame.luma.withPixels { pixels in pixels.reduce(0) { $0 &+ Int($1) } }
        #expect(sum > 0)
        isBusy.store(false, ordering: .releasing)
    }
}
