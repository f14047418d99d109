import Testing
import TrackMetrics

@Suite struct AccuracyTests {
    @Test("Scenes come out as they should, and no less accurate than they did", arguments: SyntheticClip.all)
    func accuracy(clip: SyntheticClip) async throws {
        let frames = clip.world.frames()
        for (interval, floor) in clip.floors.sorted(by: { $0.key < $1.key }) {
            let outcome = try await Outcome(
                tracking: clip.world, frames, errors: clip.errors, interval: interval)
            let evaluation = outcome.evaluation
            let hota = 100 * evaluation.hota.hota
            let idf1 = 100 * evaluation.identity.f1
            let holds = clip.holds(outcome)
            #expect(holds, "at interval \(interval)")
            let switches = evaluation.clear.identitySwitches
            #expect(hota >= floor.hota, "HOTA at interval \(interval)")
            #expect(idf1 >= floor.idf1, "IDF1 at interval \(interval)")
            #expect(switches <= floor.switches, "switches at interval \(interval)")
        }
    }
}
