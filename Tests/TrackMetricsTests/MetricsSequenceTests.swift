import Testing
import TrackMetrics
import TrackModel

@Suite("Metrics sequence")
struct MetricsSequenceTests {
    static let face = Box(left: 0, top: 0, width: 20, height: 20)
    static let place = Box(left: 100, top: 0, width: 20, height: 20)
    static let hall = Box(left: 200, top: 0, width: 100, height: 100)

    @Test(
        "a result in an ignored place counts neither way, unless it is an attempt at a face",
        arguments: [
            ("far from all", Box(left: 500, top: 0, width: 20, height: 20), true),
            ("on the face", face, true),
            ("on the ignored place", place, false),
            ("half over the ignored place", Box(left: 100, top: 0, width: 20, height: 40), false),
            ("less than half over it", Box(left: 100, top: 0, width: 20, height: 41), true),
            ("small, in a wide ignored place", Box(left: 220, top: 20, width: 10, height: 10), false),
            ("70 % inside a wide ignored place", Box(left: 197, top: 20, width: 10, height: 10), false),
            ("69 % inside a wide ignored place", Box(left: 196.9, top: 20, width: 10, height: 10), true),
        ])
    func ignoredPlaces(point: String, result: Box, isCounted: Bool) throws {
        let sequence = try MetricsSequence(
            truth: [frame(3, [1: Self.face])], results: [frame(3, [7: result])],
            ignored: [3: [Self.place, Self.hall]], unionMargin: 0)
        #expect(sequence.resultBoxCount == (isCounted ? 1 : 0), "\(point)")
        #expect(sequence.ignoredResultCount == (isCounted ? 0 : 1), "\(point)")
    }

    @Test("a second result on a face is a false positive even in an ignored place; a worse one than 0.3 is not")
    func attempts() throws {
        let duplicate = Box(left: 0, top: 0, width: 20, height: 18)
        let nearMiss = Box(left: 0, top: 0, width: 5, height: 20)
        let sequence = try MetricsSequence(
            truth: [frame(0, [1: Self.face])], results: [frame(0, [1: Self.face, 2: duplicate, 3: nearMiss])],
            ignored: [0: [Box(left: -50, top: -50, width: 200, height: 200)]])
        #expect(sequence.frames.first?.results.count == 2 && sequence.ignoredResultCount == 1)
        #expect(try CLEARMetric().evaluate(sequence).falsePositives == 1)
    }

    @Test("ignored places hold in their own frame only")
    func ignoredFrames() throws {
        let sequence = try MetricsSequence(
            truth: [], results: [frame(0, [7: Self.place]), frame(1, [7: Self.place])], ignored: [1: [Self.place]])
        #expect(sequence.resultBoxCount == 1 && sequence.ignoredResultCount == 1)
    }

    @Test("boxes without area, or with values that are no numbers, are left out on both sides")
    func unusable() throws {
        let thin = Box(left: 0, top: 0, width: 0, height: 20)
        let broken = Box(left: .nan, top: 0, width: 20, height: 20)
        let sequence = try MetricsSequence(
            truth: [frame(0, [1: thin, 2: Self.face, 3: broken])], results: [frame(0, [1: broken, 2: thin])],
            ignored: [0: [broken]])
        #expect(sequence.truthBoxCount == 1 && sequence.resultBoxCount == 0 && sequence.truthIdentityCount == 1)
    }

    @Test("of results with one identity in one frame the first counts")
    func repeatedResults() throws {
        let twice = FrameObservations(
            frame: 0, time: 0, observations: [observation(4, Self.face), observation(4, Self.place)])
        let sequence = try MetricsSequence(truth: [frame(0, [1: Self.face])], results: [twice], unionMargin: 0)
        #expect(sequence.repeatedResultCount == 1)
        #expect(sequence.frames.map(\.similarities) == [[1]])
    }

    @Test("frames may come in any order, and identities may be any numbers")
    func order() throws {
        let truth = (0..<6).map { frame($0, [Int.max: Self.face, -3: Self.place]) }
        let results = (0..<6).map { frame($0, [0: Self.face, 900: Self.place]) }
        let forward = try MetricsSequence(truth: truth, results: results)
        #expect(try MetricsSequence(truth: truth.reversed(), results: results.suffix(2) + results.prefix(4)) == forward)
        #expect(forward.truthIdentityCount == 2 && forward.frames.allSatisfy { $0.truth == [0, 1] })
    }

    @Test("what cannot be compared is refused in words")
    func refusals() {
        let once = frame(5, [1: Self.face])
        let twice = FrameObservations(
            frame: 5, time: 0, observations: [observation(8, Self.face), observation(8, Self.place)])
        expectRefusal("frame 5 twice") { try MetricsSequence(truth: [once, once], results: []) }
        expectRefusal("frame 5 twice") { try MetricsSequence(truth: [], results: [once, once]) }
        expectRefusal("track 8 twice in frame 5") { try MetricsSequence(truth: [twice], results: []) }
        for (words, frame) in [
            ("track 2 twice", MetricsFrame(truth: [2, 2], results: [], similarities: [])),
            ("results has track 3 twice", MetricsFrame(truth: [], results: [3, 3], similarities: [])),
            ("make 2 pairs", MetricsFrame(truth: [1], results: [1, 2], similarities: [1])),
            ("nan", MetricsFrame(truth: [1], results: [1], similarities: [.nan])),
            ("1.5", MetricsFrame(truth: [1], results: [1], similarities: [1.5])),
        ] {
            expectRefusal(words) { try MetricsSequence(frames: [frame]) }
        }
    }

    private func expectRefusal(_ words: String, _ make: () throws -> MetricsSequence) {
        let error = #expect(throws: TrackletError.self) { try make() }
        #expect(error?.kind == .badData && error?.message.contains(words) == true, "\(words): \(error?.message ?? "")")
    }
}

func observation(_ track: Int, _ box: Box) -> Observation {
    Observation(track: track, label: "face", box: box, confidence: 1, source: .detected)
}

/// A frame with the boxes of some tracks, in ascending track order.
func frame(_ index: Int, _ boxes: [Int: Box]) -> FrameObservations {
    FrameObservations(
        frame: index, time: Double(index) / 25,
        observations: boxes.sorted { $0.key < $1.key }.map { observation($0.key, $0.value) })
}
