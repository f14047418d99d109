import Testing
import TrackTuning

@Suite("Samples of a video")
struct SamplePlanTests {
    @Test(
        "a video that is no longer than all samples together is taken whole",
        arguments: [(60.0, true), (12, true), (60.05, true), (61, false), (3600, false)])
    func whole(duration: Double, isWhole: Bool) {
        let parts = SamplePlan(count: 6, seconds: 10).parts(of: duration)
        #expect((parts == [0..<Double.infinity]) == isWhole)
        #expect(parts.count == (isWhole ? 1 : 6))
    }

    @Test("samples are the middles of equal parts")
    func middles() {
        #expect(SamplePlan(count: 2, seconds: 10).parts(of: 100) == [20..<30, 70..<80])
        #expect(SamplePlan(count: 1, seconds: 10).parts(of: 100) == [45..<55])
    }

    @Test("samples do not overlap and lie inside the video", arguments: [61.0, 75, 600, 7200])
    func apart(duration: Double) {
        let parts = SamplePlan(count: 6, seconds: 10).parts(of: duration)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        #expect(parts.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= duration })
    }

    @Test("of a video of unknown length the beginning is taken, as long as all samples together")
    func unknown() {
        #expect(SamplePlan(count: 3, seconds: 10).parts(of: nil) == [0..<30])
    }

    @Test("all takes everything, however long", arguments: [nil, 5, 100_000])
    func all(duration: Double?) {
        #expect(SamplePlan(count: 3, seconds: nil).parts(of: duration) == [0..<Double.infinity])
    }
}
