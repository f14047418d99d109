import Synchronization
import Testing
import TrackModel

@testable import TrackTuning

@Suite("One stream for several readers", .timeLimit(.minutes(10)))
struct FrameFanOutTests {
    private static let luma = LumaPlane(size: PixelSize(width: 8, height: 8)) { _ in }

    private func frame(_ index: Int, color: ColorSource? = nil) -> Frame {
        Frame(index: index, time: Double(index), luma: Self.luma, color: color)
    }

    private func read(_ fanOut: FrameFanOut, _ reader: Int, atMost count: Int = .max) async throws -> [Int] {
        defer { fanOut.leave(reader) }
        var seen: [Int] = []
        for try await frame in fanOut.frames(for: reader) {
            seen.append(frame.index)
            if seen.count == count { break }
        }
        return seen
    }

    @Test("every reader sees every frame once and in order, whatever the room", arguments: [1, 3, 50])
    func all(capacity: Int) async throws {
        let fanOut = FrameFanOut(readers: 4, capacity: capacity)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for reader in 0..<4 { group.addTask { try await read(fanOut, reader) } }
            for index in 0..<200 { #expect(await fanOut.put(frame(index))) }
            fanOut.close()
            for try await seen in group { #expect(seen == Array(0..<200)) }
        }
    }

    @Test("whoever leaves keeps nobody waiting")
    func leaving() async throws {
        let fanOut = FrameFanOut(readers: 2, capacity: 2)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            group.addTask { try await read(fanOut, 0, atMost: 3) }
            group.addTask { try await read(fanOut, 1) }
            for index in 0..<50 { #expect(await fanOut.put(frame(index))) }
            fanOut.close()
            var lengths: [Int] = []
            for try await seen in group { lengths.append(seen.count) }
            #expect(lengths.sorted() == [3, 50])
        }
    }

    @Test("when all have left, or it is closed, nothing more is taken")
    func nobody() async throws {
        let fanOut = FrameFanOut(readers: 1, capacity: 1)
        #expect(await fanOut.put(frame(0)))
        async let waiting = fanOut.put(frame(1))
        fanOut.leave(0)
        #expect(await waiting == false)
        let closed = FrameFanOut(readers: 1, capacity: 1)
        closed.close()
        #expect(await closed.put(frame(0)) == false)
        #expect(try await read(closed, 0).isEmpty)
    }

    @Test("what one reader makes of a frame is not another's, and colour is made once and charged to all")
    func sharing() async throws {
        StageClock.switchOn()
        let made = Mutex(0)
        let color = ColorSource {
            made.withLock { $0 += 1 }
            return ColorPlane(size: PixelSize(width: 8, height: 8)) { $0.update(repeating: 7) }
        }
        let fanOut = FrameFanOut(readers: 2)
        _ = await fanOut.put(frame(0, color: color))
        var (first, second) = (
            fanOut.frames(for: 0).makeAsyncIterator(), fanOut.frames(for: 1).makeAsyncIterator()
        )
        let one = try #require(try await first.next())
        let other = try #require(try await second.next())
        #expect(one.derived !== other.derived)
        let (maker, taker) = (StageAccount(), StageAccount())
        _ = try StageClock.$account.withValue(maker) { try one.color?.plane() }
        _ = try StageClock.$account.withValue(taker) { try other.color?.plane() }
        #expect(made.withLock { $0 } == 1)
        #expect(maker.seconds.isEmpty && (taker.seconds[.grayAndPyramid] ?? 0) > 0)
    }
}
