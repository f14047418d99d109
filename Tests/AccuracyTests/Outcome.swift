import TestWorld
import TrackMetrics
import TrackModel
import Trackers
import TrackingPipeline

/// What the real pipeline with the real tracker made of a world of pixels.
struct Outcome: Sendable {
    let world: PixelWorld
    let truth: [FrameObservations]
    let tracked: [FrameObservations]
    let evaluation: TrackEvaluation

    /// - Parameter frames: of the world; drawn once for several runs.
    init(
        tracking world: PixelWorld, _ frames: [Frame], errors: KnowingDetector.Errors, interval: Int,
        recognition: TrackRecognition? = nil
    ) async throws {
        var configuration = TrackingConfiguration()
        configuration.interval = .frames(interval)
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [KnowingDetector(world: world, errors: errors)],
            tracker: TrackerRegistry.factory(for: .accurate), recognition: recognition)
        var tracked: [FrameObservations] = []
        let summary = try await pipeline.run(FrameFeed { $0 < frames.count ? frames[$0].withoutDerived : nil }) {
            tracked.append($0)
        }
        self.world = world
        self.tracked = summary.identified.map { tracked.map($0.named) } ?? tracked
        truth = world.truth()
        evaluation = try TrackEvaluation(
            MetricsSequence(truth: truth, results: self.tracked, ignored: world.ignored()))
    }

    /// The identities on a face while at least half of it was seen, in order of appearance, each once.
    func ids(of face: Int, in range: Range<Int>? = nil) -> [Int] {
        pairs(of: face, in: range).reduce(into: []) { ids, pair in
            guard let track = pair.found?.track, !ids.contains(track) else { return }
            ids.append(track)
        }
    }

    /// The mean overlap (intersection over union) with a face over all frames in which it was seen; 0 where nothing is on it.
    func overlap(with face: Int, in range: Range<Int>? = nil) -> Double {
        let overlaps = pairs(of: face, in: range).map { pair in
            pair.found?.box.intersectionOverUnion(with: pair.truth.box) ?? 0
        }
        return overlaps.reduce(0, +) / Double(max(1, overlaps.count))
    }

    var trackCount: Int { Set(tracked.flatMap { $0.observations.map(\.track) }).count }

    /// Tracks that are on no face in any frame.
    var falseTracks: Set<Int> {
        let onFaces = world.faces.flatMap { ids(of: $0.number) }
        return Set(tracked.flatMap { $0.observations.map(\.track) }).subtracting(onFaces)
    }

    /// A face's place in each frame in which it is seen, with the observation on it.
    private func pairs(of face: Int, in range: Range<Int>?) -> [(truth: Observation, found: Observation?)] {
        truth.filter { range?.contains($0.frame) ?? true }.flatMap { frame in
            frame.observations.filter { $0.track % 100 == face }.map { truth in
                let best = tracked[frame.frame].observations.max {
                    $0.box.intersectionOverUnion(with: truth.box) < $1.box.intersectionOverUnion(with: truth.box)
                }
                return (truth, best.flatMap { $0.box.intersectionOverUnion(with: truth.box) > 0.4 ? $0 : nil })
            }
        }
    }
}
