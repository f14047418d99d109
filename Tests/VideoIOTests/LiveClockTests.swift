import Testing

@testable import VideoIO

@Suite("Clocks of live sources")
struct LiveClockTests {
    @Test("indices and times ascend through a loop, one frame apart at the seam")
    func loop() {
        var timeline = FeedTimeline()
        var places: [(index: Int, time: Double, beginsAnew: Bool)] = []
        for _ in 0..<3 {
            for frame in 0..<4 { places.append(timeline.place(time: 2 + Double(frame) * 0.5, duration: 0.5)) }
            timeline.beginAnew(after: nil)
        }
        #expect(places.map(\.index) == Array(0..<12))
        #expect(places.map(\.time) == (0..<12).map { Double($0) * 0.5 })
        #expect(places.filter(\.beginsAnew).map(\.index) == [0, 4, 8])
    }

    @Test("the time a source was away is in the times")
    func away() {
        var timeline = FeedTimeline()
        _ = timeline.place(time: 100, duration: 0.04)
        timeline.beginAnew(after: 3)
        #expect(timeline.place(time: 7, duration: 0.04).time == 3)
    }

    @Test("a clock that jumps back gives times that ascend all the same")
    func jump() {
        var timeline = FeedTimeline()
        let times = [0, 0.04, -50, -49.96].map { timeline.place(time: $0, duration: 0.04).time }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("a file's pictures are due when they were filmed, and what was held up does not race")
    func pace() {
        var pace = PlaybackPace()
        let start = ContinuousClock.now
        func due(_ time: Double, at milliseconds: Int) -> Double {
            let due = pace.due(time: time, now: start + .milliseconds(milliseconds)) - start
            return (due / .milliseconds(1)).rounded()
        }
        #expect(due(5, at: 0) == 0)
        #expect(due(5.04, at: 10) == 40)
        // Held up for two seconds: it goes on from there.
        #expect(due(5.08, at: 2000) == 2000)
        #expect(due(5.12, at: 2000) == 2040)
    }

    @Test("a lost source is tried soon, then ever more rarely, and soon again once it was back")
    func reopening() {
        var delay = ReopeningDelay()
        #expect((0..<6).map { _ in delay.next() } == [0.5, 1, 2, 4, 8, 8])
        delay.reset()
        #expect(delay.next() == 0.5)
    }
}
