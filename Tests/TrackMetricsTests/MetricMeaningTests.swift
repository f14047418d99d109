import Testing
import TrackMetrics
import TrackModel

@Suite("What the metrics say of scenes worked out by hand")
struct MetricMeaningTests {
    @Test("results that equal the ground truth get full marks")
    func perfect() throws {
        let sequence = try MetricsSequence(frames: (0..<10).map { _ in matched([1: 11, 2: 12]) })
        let hota = try HOTAMetric().evaluate(sequence)
        #expect(hota.byThreshold.map(\.threshold) == HOTAResult.thresholds)
        for score in [
            hota.hota, hota.detectionAccuracy, hota.detectionRecall, hota.detectionPrecision, hota.associationAccuracy,
            hota.associationRecall, hota.associationPrecision, hota.localizationAccuracy,
        ] {
            #expect(abs(score - 1) < 1e-12)
        }
        let clear = try CLEARMetric().evaluate(sequence)
        #expect(clear.accuracy == 1 && clear.precision == 1 && clear.truePositives == 20 && clear.mostlyTracked == 2)
        #expect(clear.identitySwitches == 0 && clear.fragments == 0)
        #expect(try IdentityMetric().evaluate(sequence).f1 == 1)
    }

    @Test("two identities that change places halfway: found all the same, kept for a third")
    func swap() throws {
        let sequence = try MetricsSequence(
            frames: (0..<10).map { matched($0 < 5 ? [1: 11, 2: 12] : [1: 12, 2: 11]) })
        let hota = try HOTAMetric().evaluate(sequence)
        #expect(abs(hota.detectionAccuracy - 1) < 1e-12)
        // Each of the four pairs shares 5 of the 15 boxes that either track has in other places.
        #expect(abs(hota.associationAccuracy - 1.0 / 3) < 1e-12)
        #expect(abs(hota.hota - (1.0 / 3).squareRoot()) < 1e-12)
        let clear = try CLEARMetric().evaluate(sequence)
        #expect(clear.identitySwitches == 2 && abs(clear.accuracy - 0.9) < 1e-12)
        #expect(try IdentityMetric().evaluate(sequence).f1 == 0.5)
    }

    @Test(
        "a track lost and found again is a fragment, and a switch only under a new identity",
        arguments: [(11, 0), (12, 1)])
    func fragment(identityAfter: Int, switches: Int) throws {
        let sequence = try MetricsSequence(
            frames: (0..<9).map { index in
                matched([1: index < 3 ? 11 : identityAfter, 2: 20], missing: (3..<6).contains(index) ? [1] : [])
            })
        let clear = try CLEARMetric().evaluate(sequence)
        #expect(clear.fragments == 1 && clear.identitySwitches == switches)
        #expect(clear.falseNegatives == 3 && clear.mostlyTracked == 1 && clear.partlyTracked == 1)
    }

    @Test(
        "mostly tracked is above 80 %, mostly lost below 20 %",
        arguments: [(10, 1, 0, 0), (9, 1, 0, 0), (8, 0, 1, 0), (2, 0, 1, 0), (1, 0, 0, 1), (0, 0, 0, 1)])
    func coverage(matchedFrames: Int, mostly: Int, partly: Int, lost: Int) throws {
        let sequence = try MetricsSequence(
            frames: (0..<10).map { matched([1: 11], missing: $0 < matchedFrames ? [] : [1]) })
        let clear = try CLEARMetric().evaluate(sequence)
        #expect([clear.mostlyTracked, clear.partlyTracked, clear.mostlyLost] == [mostly, partly, lost])
    }

    @Test("a pair is kept from the frame before although another is more similar now")
    func continuation() throws {
        let sequence = try MetricsSequence(frames: [
            MetricsFrame(truth: [1], results: [11], similarities: [0.9]),
            MetricsFrame(truth: [1], results: [11, 12], similarities: [0.6, 0.95]),
            MetricsFrame(truth: [1], results: [11, 12], similarities: [0.4, 0.95]),
        ])
        let clear = try CLEARMetric().evaluate(sequence)
        #expect(clear.identitySwitches == 1 && abs(clear.precision - (0.9 + 0.6 + 0.95) / 3) < 1e-12)
    }

    @Test("identities belong together by the whole sequence, not track by track")
    func identities() throws {
        // 11 follows 1 for six frames and 2 for five, 12 follows 1 for four: 12 with 1 and 11 with 2 share the most frames.
        let sequence = try MetricsSequence(
            frames: (0..<6).map { _ in matched([1: 11]) } + (0..<5).map { matched($0 < 4 ? [1: 12, 2: 11] : [2: 11]) })
        let identity = try IdentityMetric().evaluate(sequence)
        #expect(identity.truePositives == 9 && identity.falseNegatives == 6 && identity.falsePositives == 6)
    }

    @Test("pooled sequences weigh by their boxes, and pooling one changes nothing")
    func pooling() throws {
        let long = try MetricsSequence(frames: (0..<30).map { _ in matched([1: 11]) })
        let short = try MetricsSequence(frames: (0..<10).map { _ in matched([1: 11], missing: [1]) })
        #expect(try CLEARMetric().evaluate([long, short]).accuracy == 0.75)
        #expect(try IdentityMetric().evaluate([long, short]).recall == 0.75)
        let hota = try HOTAMetric().evaluate([long, short])
        #expect(abs(hota.detectionAccuracy - 0.75) < 1e-12 && abs(hota.associationAccuracy - 1) < 1e-12)

        #expect(try HOTAMetric().evaluate([long]) == HOTAMetric().evaluate(long))
        #expect(try CLEARMetric().evaluate([long]) == CLEARMetric().evaluate(long))
        #expect(try IdentityMetric().evaluate([long]) == IdentityMetric().evaluate(long))
    }

    @Test("nothing at all gives zeros and no division by zero")
    func nothing() throws {
        let sequences: [MetricsSequence] = []
        #expect(try HOTAMetric().evaluate(sequences).hota == 0)
        #expect(try CLEARMetric().evaluate(sequences).accuracy == 0)
        #expect(try IdentityMetric().evaluate(sequences).f1 == 0)
    }

    @Test("no accuracy is made up where there is no ground truth")
    func falsePositivesOnly() throws {
        let sequence = try MetricsSequence(frames: [MetricsFrame(truth: [], results: [1, 2], similarities: [])])
        let clear = try CLEARMetric().evaluate([sequence])
        #expect(clear.falsePositives == 2 && clear.accuracy == 0)
    }

    @Test("a threshold outside 0...1 is refused by name", arguments: [-0.1, 1.1, .nan, .infinity])
    func thresholds(threshold: Double) {
        let clear = #expect(throws: TrackletError.self) { try CLEARMetric(threshold: threshold) }
        let identity = #expect(throws: TrackletError.self) { try IdentityMetric(threshold: threshold) }
        #expect(clear?.kind == .usage && clear?.message.contains("\(threshold)") == true && identity == clear)
    }

    /// A frame in which each ground-truth track is met exactly by its result track and by no other; `missing` have no result.
    private func matched(_ pairs: [Int: Int], missing: Set<Int> = []) -> MetricsFrame {
        let truth = pairs.keys.sorted()
        let found = truth.filter { !missing.contains($0) }
        return MetricsFrame(
            truth: truth, results: found.compactMap { pairs[$0] },
            similarities: truth.flatMap { row in found.map { $0 == row ? 1 : 0 } })
    }
}
