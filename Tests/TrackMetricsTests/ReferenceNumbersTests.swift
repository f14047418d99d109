import Testing
import TrackMetrics
import TrackModel

@Suite("Numbers equal to TrackEval's")
struct ReferenceNumbersTests {
    static let pooledScenes = ["walk", "crowd", "ignored", "gaps", "ties", "no_truth", "no_results", "nothing"]

    @Test("of each scene, to six digits", arguments: pooledScenes + ["halves"])
    func single(name: String) throws {
        let scene = try Scene(named: name)
        let sequence = try scene.sequence
        try compare(
            try Measured(
                hota: HOTAMetric().evaluate(sequence),
                clear: Measured.thresholds.map { try CLEARMetric(threshold: $0).evaluate(sequence) },
                identity: Measured.thresholds.map { try IdentityMetric(threshold: $0).evaluate(sequence) }
            ).numbers,
            with: scene.expected)
    }

    @Test("of all scenes taken together, to six digits")
    func pooled() throws {
        let sequences = try Self.pooledScenes.map { try Scene(named: $0).sequence }
        try compare(
            try Measured(
                hota: HOTAMetric().evaluate(sequences),
                clear: Measured.thresholds.map { try CLEARMetric(threshold: $0).evaluate(sequences) },
                identity: Measured.thresholds.map { try IdentityMetric(threshold: $0).evaluate(sequences) }
            ).numbers,
            with: Scene.expected(named: "pooled"))
    }

    private func compare(_ measured: [String: [Double]], with expected: [String: [Double]]) throws {
        let expected = expected.filter { $0.key != "unionMargin" }
        #expect(Set(measured.keys) == Set(expected.keys))
        for (key, values) in expected {
            let found = try #require(measured[key])
            #expect(found.count == values.count, "\(key)")
            for (value, other) in zip(values, found) {
                #expect(abs(value - other) < 5e-7, "\(key): \(other) instead of \(value)")
            }
        }
    }
}
