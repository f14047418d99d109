import Testing

@testable import VideoIO

@Suite("The frame clock")
struct FrameClockTests {
    private func times(_ stated: [Double?], tick: Double = 0.001) -> (times: [Double], clock: FrameClock) {
        var clock = FrameClock(tick: tick, usualDuration: 0.1)
        let times = stated.map { clock.time(stated: $0, duration: nil) }
        return (times, clock)
    }

    @Test("increasing times are kept to the last bit, wherever they begin", arguments: [-0.5, 0, 95_443.717689])
    func kept(_ start: Double) {
        let stated = (0..<10).map { start + Double($0) * 1001 / 30_000 }
        let (times, clock) = times(stated)
        #expect(times == stated)
        #expect(clock.repairedTimes == 0 && clock.estimatedTimes == 0 && !clock.hasVariableRate)
    }

    @Test("a time that does not increase is moved by one tick and counted")
    func repeated() {
        let (times, clock) = times([0, 0.1, 0.1, 0.05, 0.3])
        #expect(times == [0, 0.1, 0.101, 0.101 + 0.001, 0.3])
        #expect(clock.repairedTimes == 2)
    }

    @Test("a clock that starts anew goes on behind the last frame", arguments: [0, 5, 9.6])
    func restarted(_ start: Double) {
        let (times, clock) = times([10, 10.1, start, start + 0.1, start + 0.2])
        #expect(zip(times, [10, 10.1, 10.2, 10.3, 10.4]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(clock.repairedTimes == 1 && !clock.hasVariableRate)
    }

    @Test("missing times are reckoned from how long the frame before is shown")
    func missing() {
        var clock = FrameClock(tick: 0.001, usualDuration: 0.1)
        #expect(clock.time(stated: nil, duration: 0.04) == 0)
        #expect(clock.time(stated: nil, duration: 0.08) == 0.04)
        #expect(clock.time(stated: nil, duration: nil) == 0.12)
        #expect(clock.estimatedTimes == 3)
    }

    @Test(
        "times increase whatever the container says",
        arguments: [
            [0, .greatestFiniteMagnitude, 1], [1e15, 1e15, 1e15], [nil, -3, nil, -3, 5, nil, 4.9],
        ] as [[Double?]])
    func alwaysIncreasing(_ stated: [Double?]) {
        let (times, _) = times(stated)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("rounding to the clock's ticks is no variable rate; a late frame is, unless packets were lost before it")
    func variableRate() {
        let rounded = (0..<100).map { (Double($0) * 1001 / 24).rounded() / 1000 }
        #expect(!times(rounded).clock.hasVariableRate)
        #expect(times([0, 0.1, 0.2, 0.35, 0.45]).clock.hasVariableRate)
        var clock = FrameClock(tick: 0.001, usualDuration: 0.1)
        for (time, gap) in [(0, false), (0.1, false), (0.4, true), (0.5, false)] {
            _ = clock.time(stated: time, duration: nil, followsGap: gap)
        }
        #expect(!clock.hasVariableRate)
    }
}
