import Synchronization
import Testing
import TrackModel

@Suite struct ColorSourceTests {
    @Test(.timeLimit(.minutes(10))) func isMadeOnceWhenAskedForAndNotBefore() async throws {
        let count = Atomic<Int>(0)
        let source = ColorSource {
            count.add(1, ordering: .relaxed)
            return ColorPlane(size: PixelSize(width: 2, height: 1)) { $0[4] = 7 }
        }
        #expect(count.load(ordering: .relaxed) == 0)
        await withTaskGroup(of: UInt8?.self) { group in
            for _ in 0..<8 { group.addTask { try? source.plane().withPixels { $0[4] } } }
            for await value in group { #expect(value == 7) }
        }
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func aFailureIsToldAndTriedAgain() throws {
        let isReady = Atomic<Bool>(false)
        let source = ColorSource {
            guard isReady.load(ordering: .relaxed) else { throw TrackletError(.failure, "no memory") }
            return ColorPlane(size: PixelSize(width: 1, height: 1)) { _ in }
        }
        #expect(throws: TrackletError(.failure, "no memory")) { try source.plane() }
        isReady.store(true, ordering: .relaxed)
        #expect(try source.plane().size == PixelSize(width: 1, height: 1))
    }
}
