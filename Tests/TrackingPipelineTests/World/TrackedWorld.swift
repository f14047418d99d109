import Testing
import TrackModel
import TrackingPipeline

/// What the pipeline made of a scripted world, and how that compares with the truth.
struct TrackedWorld: Sendable {
    let world: ScriptedWorld
    let frames: [FrameObservations]
    let summary: TrackingSummary

    /// Tracks through the world, and checks what must hold of every result.
    static func track(
        _ world: ScriptedWorld, _ configuration: TrackingConfiguration = TrackingConfiguration(),
        detector: ScriptedDetector.Traits = .init(), tracker: ScriptedTracker.Traits = .init(), seeds: [TrackSeed] = []
    ) async throws -> TrackedWorld {
        let pipeline = TrackingPipeline(
            configuration: configuration, detectors: [ScriptedDetector(world, detector)],
            tracker: ScriptedTracker.factory(world, tracker), seeds: seeds)
        var frames: [FrameObservations] = []
        let summary = try await pipeline.run(world.frames) { frames.append($0) }
        let tracked = TrackedWorld(world: world, frames: frames, summary: summary)
        try #require(frames.count == world.frameCount, "every frame comes out")
        tracked.expectSound()
        return tracked
    }

    // MARK: Against the truth

    /// The observation that lies on the object in a frame: the one that overlaps it most, at least by a third.
    func observation(on number: Int, at frame: Int) -> Observation? {
        guard let truth = world.object(number)?.box(at: frame) else { return nil }
        let best = frames[frame].observations.max {
            $0.box.intersectionOverUnion(with: truth) < $1.box.intersectionOverUnion(with: truth)
        }
        return best.flatMap { $0.box.intersectionOverUnion(with: truth) > 1.0 / 3 ? $0 : nil }
    }

    func visibleFrames(of number: Int) -> [Int] {
        guard let object = world.object(number) else { return [] }
        return object.frames.clamped(to: 0..<world.frameCount).filter { world.isVisible(object, at: $0) }
    }

    /// The identities that were given to the object while it was in view.
    func ids(of number: Int, in range: Range<Int>? = nil) -> Set<Int> {
        Set(
            visibleFrames(of: number).filter { range?.contains($0) ?? true }
                .compactMap { observation(on: number, at: $0)?.track })
    }

    /// The share of the frames with the object in view that have an observation on it.
    func coverage(of number: Int) -> Double {
        let visible = visibleFrames(of: number)
        return Double(visible.count { observation(on: number, at: $0) != nil }) / Double(max(1, visible.count))
    }

    /// Observations that lie on nothing, hidden or not.
    var strays: [(frame: Int, observation: Observation)] {
        frames.flatMap { frame in
            frame.observations.filter { observation in
                !world.objects.contains { object in
                    (object.box(at: frame.frame)?.intersectionOverUnion(with: observation.box) ?? 0) > 0.2
                }
            }.map { (frame.frame, $0) }
        }
    }

    /// All observations of one track, with their frames.
    func observations(of track: Int) -> [(frame: Int, observation: Observation)] {
        frames.flatMap { frame in frame.observations.filter { $0.track == track }.map { (frame.frame, $0) } }
    }

    func sources(of track: Int, in range: Range<Int>) -> Set<ObservationSource> {
        Set(observations(of: track).filter { range.contains($0.frame) }.map(\.observation.source))
    }

    var trackCount: Int { Set(frames.flatMap { $0.observations.map(\.track) }).count }

    // MARK: What must hold of every result

    private func expectSound(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(frames.map(\.frame) == Array(0..<world.frameCount), "each frame once, in order")
        #expect(frames.map(\.time) == (0..<world.frameCount).map(world.time), "the container's own times")
        #expect(summary.frames == world.frameCount)
        #expect(summary.observations == frames.reduce(0) { $0 + $1.observations.count })
        #expect(summary.tracks == trackCount)

        var labels: [Int: String] = [:]
        var known = 0
        for frame in frames {
            let tracks = frame.observations.map(\.track)
            #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0 < $1 }, "one observation a track, in track order")
            for observation in frame.observations {
                #expect(observation.track <= known + 1, "ids count from 1 in order of appearance")
                known = max(known, observation.track)
                #expect(labels[observation.track, default: observation.label] == observation.label)
                labels[observation.track] = observation.label
                #expect(observation.box.isUsable && (0...1).contains(observation.confidence))
            }
        }
    }
}
