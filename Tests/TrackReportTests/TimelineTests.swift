import Testing
import TrackModel

@testable import TrackReport

@Suite("Tracks over time")
struct TimelineTests {
    private let box = Box(left: 20, top: 16, width: 8, height: 10)

    @Test("observations are found by frame; detections without identity are left out")
    func lookUp() throws {
        var timeline = TrackTimeline()
        for frame in [3, 4, 9] {
            timeline.add(
                FrameObservations(
                    frame: frame, time: Double(frame),
                    observations: [Stage.observation(0, box), Stage.observation(7, box), Stage.observation(9, box)]))
        }
        timeline.finish()
        #expect(timeline.paths.map(\.track) == [7, 9])
        #expect(timeline.lastFrame == 9)
        let path = timeline.paths[0]
        #expect(path.frames == 3...9)
        #expect([2, 3, 5, 9, 10].map { path.sample(of: $0)?.frame } == [nil, 3, nil, 9, nil])
        #expect([2, 3, 5, 9, 10].map { path.place(atOrBefore: $0) } == [nil, 0, 1, 2, 2])
    }

    @Test("tracks of another video are refused with the numbers")
    func foreign() throws {
        let timeline = Stage.timeline(0...30) { _ in box }
        var facts = Stage.facts
        try timeline.check(against: facts, stated: nil, origin: "t.csv")
        var other = facts
        other.size = PixelSize(width: 1280, height: 720)
        func message(_ body: () throws -> Void) throws -> String {
            let error = try #require(throws: TrackletError.self) { try body() }
            #expect(error.kind == .badData)
            return error.message
        }
        let size = try message { try timeline.check(against: facts, stated: other, origin: "t.csv") }
        #expect(size.contains("1280x720") && size.contains("64x48") && size.contains("t.csv"))
        #expect(try message { try timeline.check(frameCount: 25, origin: "t.csv") }.contains("frame 30"))
        facts.declaredFrameCount = 10
        #expect(try message { try timeline.check(against: facts, stated: nil, origin: "t.csv") }.contains("10 frames"))
        let beside = Stage.timeline(0...3) { _ in Box(left: 100, top: 16, width: 8, height: 10) }
        #expect(try message { try beside.check(against: Stage.facts, stated: nil, origin: "t.csv") }.contains("64x48"))
        try timeline.check(frameCount: 31, origin: "t.csv")
    }
}
