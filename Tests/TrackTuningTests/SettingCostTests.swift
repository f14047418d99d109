import Testing
import TrackModel

@testable import TrackTuning

@Suite("What a setting costs")
struct SettingCostTests {
    private func cost(
        decode: Double = 0, pictures: Double = 0, detection: Double = 0, tracking: Double = 0, assignment: Double = 0,
        other: Double = 0, objects: Double = 1
    ) -> SettingCost {
        var cost = SettingCost()
        cost.stages = [
            .decode: decode, .grayAndPyramid: pictures, .detection: detection, .tracking: tracking,
            .assignment: assignment,
        ]
        cost.other = other
        cost.objects = objects
        return cost
    }

    @Test("the cost is the sum of its parts")
    func sum() {
        #expect(cost(decode: 1, pictures: 2, detection: 3, tracking: 4, assignment: 5, other: 6).milliseconds == 21)
    }

    @Test("on one core all work is done in turn")
    func oneCore() {
        #expect(cost(decode: 1, detection: 3, tracking: 6).framesPerSecond(threads: 8, cores: 1) == 100)
    }

    @Test("on many cores a run waits for what takes longest: the decoder, the searches, or one frame after the other")
    func manyCores() {
        #expect(cost(decode: 10, detection: 4, tracking: 4).framesPerSecond(threads: 4, cores: 64) == 100)
        #expect(cost(decode: 1, detection: 40, tracking: 4).framesPerSecond(threads: 4, cores: 64) == 100)
        #expect(cost(decode: 1, tracking: 8, assignment: 2).framesPerSecond(threads: 4, cores: 64) == 100)
        #expect(cost(decode: 1, tracking: 32, assignment: 2, objects: 9).framesPerSecond(threads: 4, cores: 64) == 100)
    }

    @Test("no cost at all is no division by zero")
    func nothing() {
        #expect(SettingCost().framesPerSecond(threads: 1, cores: 1).isFinite)
    }

    @Test("an account gets the time of its task and of no other, and what it is charged")
    func account() async {
        StageClock.switchOn()
        let (mine, other) = (StageAccount(), StageAccount())
        func work() -> Int { StageClock.measure(.tracking) { (0..<200_000).reduce(0) { $0 &* 31 &+ $1 } } }
        _ = work()
        await StageClock.$account.withValue(mine) {
            await withTaskGroup(of: Int.self) { group in
                group.addTask { work() }
            }
        }
        #expect((mine.seconds[.tracking] ?? 0) > 0)
        #expect(other.seconds.isEmpty)
        other.charge(nanoseconds: 5_000_000, to: .detection)
        #expect(other.seconds == [.detection: 0.005])
    }
}
