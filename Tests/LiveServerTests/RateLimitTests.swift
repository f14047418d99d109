import Testing

@testable import LiveServer

@Suite("Rate limit")
struct RateLimitTests {
    @Test("a burst passes, then no more than the rate, whatever is asked for")
    func limits() {
        var limit = RateLimit(perSecond: 30, burst: 60)
        let start = ContinuousClock.now
        let admitted = (0..<1000).count { limit.admits(at: start + .milliseconds($0)) }
        #expect((88...90).contains(admitted))
    }

    @Test("a clock that stands still lets no more than the burst pass")
    func standsStill() {
        var limit = RateLimit(perSecond: 30, burst: 5)
        let now = ContinuousClock.now
        #expect((0..<20).count { _ in limit.admits(at: now) } == 5)
    }

    @Test("a long quiet time gives a burst and no more")
    func quiet() {
        var limit = RateLimit(perSecond: 30, burst: 5)
        let now = ContinuousClock.now
        for _ in 0..<5 { _ = limit.admits(at: now) }
        let later = now + .seconds(3600)
        #expect((0..<20).count { _ in limit.admits(at: later) } == 5)
    }
}
