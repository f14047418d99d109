import Testing
import TrackModel
import TrackingPipeline

/// In a world with nothing in it, so that nothing but the interval, the cuts and the ends call for a round.
@Suite("Which frames are detected", .serialized, .timeLimit(.minutes(10)))
struct DetectionScheduleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var interval = DetectionInterval.frames(10)
        var frames = 35
        var cuts: [Int] = []
        var looksBack = true
        let expected: [Int]

        init(
            _ point: String, _ interval: DetectionInterval = .frames(10), frames: Int = 35, cuts: [Int] = [],
            looksBack: Bool = true, expected: [Int]
        ) {
            testDescription = point
            self.interval = interval
            self.frames = frames
            self.cuts = cuts
            self.looksBack = looksBack
            self.expected = expected
        }
    }

    @Test(
        arguments: [
            Case("every tenth frame and the last", expected: [0, 10, 20, 30, 34]),
            Case("every frame", .frames(1), frames: 5, expected: [0, 1, 2, 3, 4]),
            Case("an interval larger than the clip", .frames(1000), expected: [0, 34]),
            Case("the last frame is detected once", frames: 31, expected: [0, 10, 20, 30]),
            Case("one frame", frames: 1, expected: [0]),
            Case("a cut: both its sides, and counting anew", cuts: [17], expected: [0, 10, 16, 17, 27, 34]),
            Case("a cut on a round", cuts: [20], expected: [0, 10, 19, 20, 30, 34]),
            Case("a cut before the last frame", cuts: [34], expected: [0, 10, 20, 30, 33, 34]),
            Case("seconds", .seconds(0.4), expected: [0, 10, 20, 30, 34]),
            Case("seconds that are no multiple of a frame", .seconds(0.5), expected: [0, 13, 26, 34]),
            Case("live: no look ahead to the end", looksBack: false, expected: [0, 10, 20, 30]),
            Case(
                "live: a cut is detected, the frame before it is gone", cuts: [17], looksBack: false,
                expected: [0, 10, 17, 27]),
        ])
    func rounds(_ row: Case) async throws {
        #expect(try await detectedFrames(row) == row.expected)
    }

    @Test("seconds go by the frames' own times, however irregular")
    func irregularTimes() async throws {
        // 0, 0.03, 0.06, 0.30, 0.33, 0.36, 0.60, ...: bursts of three.
        let frames = try await detectedFrames(Case("", .seconds(0.3), frames: 12, looksBack: false, expected: [])) {
            -5 + Double($0 / 3) * 0.3 + Double($0 % 3) * 0.03
        }
        #expect(frames == [0, 3, 6, 9])
    }

    @Test(
        "an interval that makes no sense is no crash and no endless loop",
        arguments: [
            DetectionInterval.frames(0), .frames(-3), .frames(.max), .seconds(0), .seconds(-1), .seconds(.nan),
            .seconds(.infinity),
        ])
    func senseless(interval: DetectionInterval) async throws {
        let frames = try await detectedFrames(Case("", interval, expected: []))
        #expect(frames.first == 0 && frames.last == 34)
    }

    @Test("a detector that covers some frames alone is asked about no others: the next one it covers stands in")
    func coveredFrames() async throws {
        // Cut at 17: 16 is the last of its shot and covered, 17 the first of the next and not.
        let row = Case("", cuts: [17], expected: [])
        let frames = try await detectedFrames(row, traits: .init(covers: { $0 % 4 == 0 }))
        #expect(frames == [0, 12, 16, 20, 32])
    }

    private func detectedFrames(
        _ row: Case, traits: ScriptedDetector.Traits = .init(),
        time: @escaping @Sendable (Int) -> Double = { Double($0) / 25 }
    ) async throws -> [Int] {
        var world = ScriptedWorld(frameCount: row.frames, cuts: row.cuts)
        world.time = time
        let detector = ScriptedDetector(world, traits)
        var configuration = TrackingConfiguration()
        configuration.interval = row.interval
        configuration.looksBack = row.looksBack
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [detector], tracker: ScriptedTracker.factory(world))
        let summary = try await pipeline.run(world.frames) { _ in }
        #expect(summary.rounds == detector.askedFrames.count)
        #expect(summary.cuts == row.cuts.count)
        return detector.askedFrames
    }
}
