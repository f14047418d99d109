import Synchronization
import Testing
import TrackModel

@Suite("What is made from a frame", .timeLimit(.minutes(10)))
struct DerivedImagesTests {
    private struct Pyramid: Equatable { let levels: Int }
    private struct Reduced: Equatable { let factor: Int }

    @Test("a value is made once, however many ask for it at the same time")
    func once() async {
        let made = Counter()
        let images = DerivedImages()
        let values = await withTaskGroup(of: Int.self) { group in
            for asker in 0..<64 {
                group.addTask {
                    images.value(Pyramid.self) {
                        made.increase()
                        return Pyramid(levels: asker)
                    }.levels
                }
            }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(made.value == 1 && values.count == 1)
    }

    @Test("values of different types do not get in each other's way, nor do those of other frames")
    func types() {
        let images = DerivedImages()
        #expect(images.value(Pyramid.self) { Pyramid(levels: 3) } == Pyramid(levels: 3))
        #expect(images.value(Reduced.self) { Reduced(factor: 2) } == Reduced(factor: 2))
        #expect(images.value(Pyramid.self) { Pyramid(levels: 9) } == Pyramid(levels: 3))
        #expect(DerivedImages().value(Pyramid.self) { Pyramid(levels: 9) } == Pyramid(levels: 9))
    }

    @Test("a value that could not be made is asked for again")
    func failure() throws {
        let images = DerivedImages()
        #expect(throws: TrackletError.self) {
            try images.value(Pyramid.self) { throw TrackletError(.failure, "No memory.") }
        }
        #expect(images.value(Pyramid.self) { Pyramid(levels: 1) } == Pyramid(levels: 1))
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increase() { count.add(1, ordering: .relaxed) }
}
