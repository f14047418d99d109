import Testing

@testable import VideoIO

@Suite("The bounded buffer", .timeLimit(.minutes(10)))
struct FrameBufferTests {
    private struct Broken: Error, Equatable {}

    @Test("elements come out in order, then the end, again and again")
    func order() async throws {
        let buffer = FrameBuffer<Int>(capacity: 4)
        for element in 1...3 { #expect(buffer.put(element)) }
        buffer.close()
        #expect(
            try await [buffer.take(), buffer.take(), buffer.take(), buffer.take(), buffer.take()] == [
                1, 2, 3, nil, nil,
            ])
    }

    @Test("a thread that is ahead waits for room")
    func bounded() async throws {
        let buffer = FrameBuffer<Int>(capacity: 2)
        try BackgroundThread.start {
            for element in 0..<1000 where !buffer.put(element) { return }
            buffer.close()
        }
        var taken: [Int] = []
        while let element = try await buffer.take() {
            taken.append(element)
            #expect(buffer.count <= 2)
        }
        #expect(taken == Array(0..<1000))
    }

    @Test("an error comes behind what was put before it, once")
    func failure() async throws {
        let buffer = FrameBuffer<Int>(capacity: 4)
        _ = buffer.put(1)
        buffer.close(throwing: Broken())
        #expect(try await buffer.take() == 1)
        await #expect(throws: Broken.self) { try await buffer.take() }
        #expect(try await buffer.take() == nil)
    }

    @Test("a reader that waits hears of the error")
    func failureWhileWaiting() async throws {
        let buffer = FrameBuffer<Int>(capacity: 4)
        let reader = Task { try await buffer.take() }
        while !buffer.hasReaders { await Task.yield() }
        buffer.close(throwing: Broken())
        await #expect(throws: Broken.self) { try await reader.value }
    }

    @Test("a waiting reader that is cancelled goes, and the next one gets the element")
    func cancellation() async throws {
        let buffer = FrameBuffer<Int>(capacity: 4)
        let first = Task { try await buffer.take() }
        while !buffer.hasReaders { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(buffer.put(7))
        #expect(try await buffer.take() == 7)
    }

    @Test("once abandoned nothing is taken in and nobody sleeps")
    func abandoned() async throws {
        let buffer = FrameBuffer<Int>(capacity: 1)
        #expect(buffer.put(1))
        let (stream, ended) = AsyncStream.makeStream(of: Bool.self)
        try BackgroundThread.start {
            ended.yield(buffer.put(2))
            ended.finish()
        }
        buffer.abandon()
        for await wasTaken in stream { #expect(!wasTaken) }
        #expect(try await buffer.take() == nil)
    }
}
