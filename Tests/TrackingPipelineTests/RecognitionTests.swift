import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("Recognition") struct RecognitionTests {
    /// Knows who is where, and describes each by a number of its own.
    private struct Knowing: AppearanceModel, BoxClassifier {
        let world: ScriptedWorld
        let name = "knowing"
        let wantsColor = false
        let galleryThreshold = 0.5
        let returnThreshold = 0.5
        let kinds = ["one", "two"]
        /// How sure it is of what it says, as a classifier.
        var sureness: @Sendable (_ frame: Int) -> Double = { _ in 0.9 }

        private func object(_ detection: Detection, _ frame: Frame) -> ScriptedObject? {
            world.objects.first { ($0.box(at: frame.index)?.intersectionOverUnion(with: detection.box) ?? 0) > 0.4 }
        }

        func describe(_ object: Detection, in frame: Frame) -> AppearanceDescription? {
            self.object(object, frame).map { AppearanceDescription(values: [Float($0.number % 10)]) }
        }

        func distance(_ first: AppearanceDescription, _ second: AppearanceDescription) -> Double {
            Double(abs(first.values[0] - second.values[0]))
        }

        func classify(_ object: Detection, in frame: Frame) -> [Double]? {
            let sure = sureness(frame.index)
            return self.object(object, frame).map { $0.number % 10 == 1 ? [sure, 1 - sure] : [1 - sure, sure] }
        }
    }

    /// Tracks the world by a rule, and gives back all frames as they are told in the end.
    private func track(
        _ world: ScriptedWorld, looksBack: Bool = true, _ rule: (Knowing) -> TrackRecognition
    ) async throws -> (summary: TrackingSummary, frames: [FrameObservations], identities: [Int: TrackIdentity]) {
        var configuration = TrackingConfiguration()
        configuration.looksBack = looksBack
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world)], tracker: ScriptedTracker.factory(world),
            recognition: rule(Knowing(world: world)))
        var frames: [FrameObservations] = []
        let summary = try await pipeline.run(world.frames) { frames.append($0) }
        let identified = try #require(summary.identified)
        let byTrack = Dictionary(uniqueKeysWithValues: identified.identities.map { ($0.track, $0) })
        return (summary, frames.map(identified.named), byTrack)
    }

    private func labels(_ frames: [FrameObservations]) -> [Int: Set<String>] {
        frames.flatMap(\.observations).reduce(into: [:]) { $0[$1.track, default: []].insert($1.label) }
    }

    private let pair = ScriptedWorld(
        frameCount: 100,
        objects: [.still(1, x: 20, y: 20, frames: 0..<100), .still(2, x: 60, y: 30, frames: 0..<100)])

    /// The second and the eleventh are one person, who was away, and so are the first and the twenty-first, whom a cut takes away.
    private let returning = ScriptedWorld(
        frameCount: 300, cuts: [200],
        objects: [
            .still(1, x: 20, y: 20, frames: 0..<200), .still(2, x: 60, y: 30, frames: 0..<60),
            .still(12, x: 40, y: 30, frames: 130..<200), .still(21, x: 70, y: 20, frames: 200..<300),
        ])

    @Test("a classifier's votes name each track, in every frame alike, with what they were")
    func classified() async throws {
        let (_, frames, identities) = try await track(pair) { TrackRecognition(naming: .classifier($0)) }
        #expect(labels(frames) == [1: ["one"], 2: ["two"]])
        #expect(identities[1]?.label == "one" && abs((identities[1]?.confidence ?? 0) - 0.9) < 1e-9)
        #expect(identities[1]?.votes.map(\.name) == ["one", "two"])
        #expect(identities[1]?.frames == identities[1]?.frames.sorted())
        #expect(identities[1]?.frames.count == 8, "its best pictures")
    }

    @Test("a track without enough of the votes is unknown", arguments: [(0.55, "one"), (0.45, "two")])
    func share(sureness: Double, label: String) async throws {
        for (minimum, expected) in [(0.5, label), (0.6, TrackIdentity.unknownLabel)] {
            let (_, frames, _) = try await track(pair) { knowing in
                var knowing = knowing
                knowing.sureness = { _ in sureness }
                var rule = TrackRecognition(naming: .classifier(knowing))
                rule.minimumShare = minimum
                return rule
            }
            #expect(labels(frames)[1] == [expected])
        }
    }

    @Test("the best pictures are kept, and only every so manieth round is looked at")
    func looks() async throws {
        let (_, _, all) = try await track(pair) { knowing in
            var rule = TrackRecognition(naming: .classifier(knowing))
            rule.maximumLooks = 3
            return rule
        }
        #expect(all[1]?.frames.count == 3)
        let (_, _, few) = try await track(pair) { knowing in
            var rule = TrackRecognition(naming: .classifier(knowing))
            rule.roundsBetweenLooks = 4
            return rule
        }
        let frames = few[1]?.frames ?? []
        #expect((2...4).contains(frames.count) && zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 >= 30 })
    }

    @Test("the nearest person of a gallery names a track, and nobody where nobody is near")
    func gallery() async throws {
        let gallery = Gallery(people: [
            .init(name: "zoe", pictures: [AppearanceDescription(values: [9]), AppearanceDescription(values: [1.25])]),
            .init(name: "adam", pictures: [AppearanceDescription(values: [4])]),
        ])
        let (_, frames, identities) = try await track(pair) { knowing in
            TrackRecognition(naming: .gallery(gallery, threshold: 0.5), appearance: knowing)
        }
        #expect(labels(frames) == [1: ["zoe"], 2: [TrackIdentity.unknownLabel]])
        #expect(identities[1]?.distances.map(\.name) == ["zoe", "adam"])
        #expect(zip(identities[1]?.distances ?? [], [0.25, 3]).allSatisfy { abs($0.value - $1) < 1e-9 })
        #expect(identities[2]?.votes == [] && identities[2]?.confidence == 0)
    }

    @Test("who left and came back, and whom a cut took away, get their ids again", arguments: [true, false])
    func returns(looksBack: Bool) async throws {
        let plain = try await TrackedWorld.track(returning)
        #expect(plain.trackCount == 4, "without being asked, nobody does")
        let (summary, frames, identities) = try await track(returning, looksBack: looksBack) { knowing in
            TrackRecognition(appearance: knowing, returnThreshold: 0.5)
        }
        #expect(Set(labels(frames).keys) == [1, 2])
        #expect(summary.tracks == 2 && summary.identified?.returnCount == 2)
        #expect(labels(frames).values.allSatisfy { $0 == ["face"] }, "labels stay when nobody asked for names")
        #expect(identities[2]?.returns.map(\.formerTrack) == [3])
        #expect(identities[1]?.returns.map(\.formerTrack) == [4])
        #expect(identities[1]?.returns.first.map { $0.frame >= 200 && $0.lastFrame == 199 } == true)
        #expect(frames.allSatisfy { Set($0.observations.map(\.track)).count == $0.observations.count })
    }

    @Test("names count all that was seen of a track, also before it was away")
    func namesOfReturned() async throws {
        let (_, frames, identities) = try await track(returning) { knowing in
            TrackRecognition(naming: .classifier(knowing), appearance: knowing, returnThreshold: 0.5)
        }
        #expect(labels(frames) == [1: ["one"], 2: ["two"]])
        #expect(
            identities[1]?.frames.contains { $0 < 200 } == true && identities[1]?.frames.contains { $0 >= 200 } == true)
    }

    @Test("what the user points at is looked at too, though no detector sees it")
    func seeded() async throws {
        var object = ScriptedObject.still(1, x: 20, y: 20, frames: 0..<100)
        object.undetected = [0..<100]
        let world = ScriptedWorld(frameCount: 100, objects: [object])
        let box = try #require(object.box(at: 0))
        let pipeline = TrackingPipeline(
            detectors: [ScriptedDetector(world)], tracker: ScriptedTracker.factory(world),
            seeds: [TrackSeed(box: box, place: .frame(0))],
            recognition: TrackRecognition(naming: .classifier(Knowing(world: world))))
        let summary = try await pipeline.run(world.frames) { _ in }
        #expect(summary.identified?.identities.first?.label == "one")
    }
}
