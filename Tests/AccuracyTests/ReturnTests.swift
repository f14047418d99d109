import Detectors
import Testing
import TrackModel
import TrackingPipeline

/// Faces that come back, found again by their pixels: without a model, at the threshold that a run has.
@Suite("Faces that come back") struct ReturnTests {
    private func outcome(_ clip: SyntheticClip, threshold: Double? = nil) async throws -> Outcome {
        let patterns = LocalPatterns()
        return try await Outcome(
            tracking: clip.world, clip.world.frames(), errors: clip.errors, interval: 10,
            recognition: TrackRecognition(
                appearance: patterns, returnThreshold: threshold ?? patterns.returnThreshold))
    }

    @Test("a face that was away for three seconds has its id again")
    func longAbsence() async throws {
        let outcome = try await outcome(.longAbsence)
        #expect(outcome.ids(of: 1).count == 1 && outcome.ids(of: 2).count == 1)
        #expect(outcome.ids(of: 1) != outcome.ids(of: 2))
    }

    @Test("after a cut each face has its own id again")
    func cut() async throws {
        let outcome = try await outcome(.cut)
        #expect(outcome.trackCount == 2)
        for face in [1, 2] { #expect(outcome.ids(of: face, in: 0..<50) == outcome.ids(of: face, in: 50..<100)) }
    }

    @Test("faces that were there all the time are never joined, however much is allowed", arguments: [90, 256])
    func crowd(threshold: Double) async throws {
        let outcome = try await outcome(.crowd, threshold: threshold)
        let ids = (1...5).map { outcome.ids(of: $0) }
        #expect(ids.allSatisfy { $0.count == 1 } && Set(ids).count == 5)
    }
}
