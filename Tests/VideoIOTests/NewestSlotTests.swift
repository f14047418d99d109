import Testing

@testable import VideoIO

@Suite("Newest slot", .timeLimit(.minutes(10)))
struct NewestSlotTests {
    @Test("of pictures that were not taken in time the newest is handed out, and the others are counted")
    func newest() async {
        let slot = NewestSlot<Int, String>()
        for picture in 1...5 { slot.put(picture) }
        let delivery = await slot.take()
        #expect(delivery.picture == 5)
        #expect(delivery.dropped == 4)
        slot.put(6)
        let next = await slot.take()
        #expect(next.picture == 6)
        #expect(next.dropped == 0)
    }

    @Test("what a dropped picture told is handed on with the newer one")
    func merged() async {
        let slot = NewestSlot<Int, String> { older, newer in older * 10 + newer }
        slot.put(1)
        slot.put(2)
        #expect(await slot.take().picture == 12)
    }

    @Test("no notice is lost, and none comes twice")
    func notices() async {
        let slot = NewestSlot<Int, String>()
        slot.put("lost")
        slot.put("found")
        slot.put(1)
        let delivery = await slot.take()
        #expect(delivery.notices == ["lost", "found"])
        slot.wake()
        #expect(await slot.take().notices.isEmpty)
    }

    @Test("who waits is told at once", arguments: [0, 1, 2])
    func waits(kind: Int) async {
        let slot = NewestSlot<Int, String>()
        async let taken = slot.take()
        switch kind {
        case 0: slot.put(7)
        case 1: slot.put("lost")
        default: slot.wake()
        }
        let delivery = await taken
        #expect(delivery.picture == (kind == 0 ? 7 : nil))
        #expect(delivery.notices == (kind == 1 ? ["lost"] : []))
        #expect(delivery.wasWoken == (kind == 2))
    }

    @Test("cancellation ends the wait")
    func cancelled() async {
        let slot = NewestSlot<Int, String>()
        let task = Task { await slot.take() }
        task.cancel()
        #expect(await task.value.picture == nil)
    }
}
