import Foundation
import Synchronization
import TestWorld
import Testing
import TrackMetrics
import TrackModel
import TrackTuning
import Trackers
import TrackingPipeline

@Suite("Comparing settings", .timeLimit(.minutes(10)))
struct SettingComparisonTests {
    private static let settings: [TuningSetting] = [TrackingLevel.accurate, .fast].flatMap { level in
        [DetectionInterval.frames(1), .frames(4), .frames(10), .seconds(0.3)].map {
            TuningSetting(interval: $0, tracker: TrackerRegistry.factory(for: level), trackerName: level.rawValue)
        }
    }

    private func configuration(threads: Int = 2) -> TrackingConfiguration {
        var configuration = TrackingConfiguration()
        configuration.threads = threads
        return configuration
    }

    private func comparison(_ detector: SquareDetector, threads: Int = 2) -> SettingComparison {
        SettingComparison(
            configuration: configuration(threads: threads), detectors: [detector], settings: Self.settings, reference: 0
        )
    }

    private func bytes(_ frames: [FrameObservations]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(frames)
    }

    @Test("side by side every setting gives the tracks that it gives alone, to the byte", arguments: [1, 4])
    func sameTracks(threads: Int) async throws {
        let squares = Squares()
        let found = Mutex<[Int: [FrameObservations]]>([:])
        _ = try await comparison(SquareDetector(squares), threads: threads).run(
            squares.feed(), samples: [0..<Double.infinity],
            inspect: { setting, frames in found.withLock { $0[setting] = frames } })
        for (index, setting) in Self.settings.enumerated() {
            var configuration = configuration()
            configuration.interval = setting.interval
            var alone: [FrameObservations] = []
            _ = try await TrackingPipeline(
                configuration: configuration, detectors: [SquareDetector(squares)], tracker: setting.tracker
            ).run(squares.feed()) { if !$0.observations.isEmpty { alone.append($0) } }
            let beside = try #require(found.withLock { $0[index] })
            #expect(!alone.isEmpty)
            #expect(try bytes(beside) == bytes(alone), "\(setting.interval) \(setting.trackerName)")
        }
    }

    @Test("no frame is read twice, and nothing is searched for twice", arguments: [1, 4])
    func once(threads: Int) async throws {
        let squares = Squares()
        let detector = SquareDetector(squares)
        let reads = ReadCount()
        let result = try await comparison(detector, threads: threads).run(
            squares.feed(reads), samples: [0..<Double.infinity])
        #expect(reads.frames == Array(0..<squares.frameCount))
        #expect(result.frames == squares.frameCount && result.framesRead == squares.frameCount)
        #expect(Set(detector.questions).count == detector.questions.count)
        // Had every setting searched for itself, this many searches would have been made.
        let rounds = result.settings.reduce(0) { $0 + $1.rounds }
        let searches = detector.questions.count { $0.hasSuffix("quick") || $0.hasSuffix("thorough") }
        #expect(searches < rounds && searches >= squares.frameCount)
    }

    @Test("a setting agrees with itself wholly, and less detecting agrees less")
    func agreement() async throws {
        let squares = Squares()
        let result = try await comparison(SquareDetector(squares)).run(squares.feed(), samples: [0..<Double.infinity])
        #expect(result.hasReference)
        #expect(result.settings[0].evaluation.hota.hota == 1)
        #expect(result.settings[0].evaluation.clear.accuracy == 1)
        for (setting, row) in zip(Self.settings, result.settings) where setting.interval != .frames(1) {
            #expect((0.3..<1).contains(row.evaluation.hota.hota))
        }
    }

    @Test("a setting is charged for the searches that others made for it")
    func charged() async throws {
        let squares = Squares()
        let result = try await comparison(SquareDetector(squares)).run(squares.feed(), samples: [0..<Double.infinity])
        for row in result.settings {
            #expect((row.cost.stages[.detection] ?? 0) > 0)
            #expect((row.cost.stages[.tracking] ?? 0) > 0)
            #expect(row.cost.milliseconds > (row.cost.stages[.tracking] ?? 0))
            #expect(row.cost.framesPerSecond(threads: 2, cores: 2) > 0)
        }
    }

    @Test("samples are tracked each by itself, and what lies between is read and passed over")
    func samples() async throws {
        let squares = Squares()
        let detector = SquareDetector(squares)
        let result = try await comparison(detector).run(squares.feed(), samples: [0.4..<1.2, 2.0..<2.4])
        #expect(result.samples.map(\.firstFrame) == [10, 50])
        #expect(result.samples.map(\.lastFrame) == [29, 59])
        #expect(result.samples.map(\.frames) == [20, 10])
        #expect(result.frames == 30 && result.framesRead == 61)
        let frames = Set(detector.questions.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } })
        #expect(frames == Set(10..<30).union(50..<60))
    }

    @Test("a sample beyond the end is none, and a video of nothing has no reference")
    func nothing() async throws {
        let squares = Squares(frameCount: 5)
        let result = try await comparison(SquareDetector(squares)).run(squares.feed(), samples: [4.0..<9])
        #expect(result.samples.isEmpty && result.frames == 0 && !result.hasReference)
        let empty = try await comparison(SquareDetector(squares)).run(FrameFeed { _ in nil }, samples: [0..<9])
        #expect(empty.framesRead == 0 && !empty.hasReference)
    }

    @Test("what one setting, or the source, throws ends the comparison")
    func failures() async throws {
        let squares = Squares()
        await #expect(throws: SquareDetector.Failure.self) {
            try await comparison(SquareDetector(squares, failingFrame: 40)).run(
                squares.feed(), samples: [0..<Double.infinity])
        }
        await #expect(throws: SquareDetector.Failure.self) {
            try await comparison(SquareDetector(squares)).run(
                FrameFeed { place in
                    if place == 33 { throw SquareDetector.Failure() }
                    return squares.frame(place)
                }, samples: [0..<Double.infinity])
        }
    }

    @Test("a cancelled comparison is none")
    func cancelled() async throws {
        let squares = Squares(frameCount: 1_000_000)
        let comparison = comparison(SquareDetector(squares))
        let task = Task {
            try await comparison.run(
                FrameFeed { place in
                    if place == 30 { withUnsafeCurrentTask { $0?.cancel() } }
                    return squares.frame(place)
                }, samples: [0..<Double.infinity])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
