import Foundation
import Testing
import TrackFormats
import TrackMetrics
import TrackModel

/// Whole runs over the clip that comes with the package.
struct SampleClipTests {
    /// The floor under the quality of the defaults: it may be raised, never lowered. Measured: HOTA FIGURE, SWITCHES switches.
    @Test func defaultsTrackTheSampleClipAtLeastThisWell() throws {
        let folder = try Scratch()
        let run = try tracklet("track", Inputs.sample, "-o", "tracks.csv", in: folder)
        #expect(run.status == 0, "\(run.errors)")

        let truth = try TrackFile.read("mot:" + Inputs.sampleTruth).frames
        // The truth's confidence says whether the face must be found: hidden ones count neither way.
        let required = truth.map { frame in
            var frame = frame
            frame.observations.removeAll { $0.confidence < 0.5 }
            return frame
        }
        let ignored = Dictionary(
            uniqueKeysWithValues: truth.map { ($0.frame, $0.observations.filter { $0.confidence < 0.5 }.map(\.box)) })
        let sequence = try MetricsSequence(
            truth: required, results: try TrackFile.read(folder("tracks.csv")).frames, ignored: ignored)
        let hota = try HOTAMetric().evaluate(sequence).hota
        let switches = try CLEARMetric().evaluate(sequence).identitySwitches
        #expect(hota >= 2, "\(hota)")
        #expect(switches <= -1, "\(switches)")
    }
}
