import Synchronization
import Testing
import TrackModel

@testable import LiveServer

@Suite("What pages see and ask")
struct LiveBoardTests {
    private func publish(_ board: LiveBoard, jpeg: [UInt8]? = nil) {
        board.publish(jpeg: jpeg) { Array("{\"version\":\($0)".utf8) }
    }

    @Test("who is slow gets the newest, and nothing between")
    func newest() {
        let board = LiveBoard()
        for picture in 1...9 { publish(board, jpeg: [UInt8(picture)]) }
        let showing = board.showing(after: 2, at: .now) { {} }
        #expect(showing?.version == 9)
        #expect(showing?.jpeg == [9])
        #expect(showing?.pictureVersion == 9)
    }

    @Test("who has the newest waits, and is called once")
    func waiting() {
        let board = LiveBoard()
        publish(board)
        let calls = Atomic<Int>(0)
        let showing = board.showing(after: 1, at: .now) { { calls.add(1, ordering: .relaxed) } }
        #expect(showing == nil)
        publish(board)
        publish(board)
        #expect(calls.load(ordering: .relaxed) == 1)
    }

    @Test("a state without a picture leaves the picture as old as it is")
    func stateOnly() {
        let board = LiveBoard()
        publish(board, jpeg: [1])
        publish(board)
        let showing = board.showing(after: 0, at: .now) { {} }
        #expect(showing?.version == 2)
        #expect(showing?.pictureVersion == 1)
    }

    @Test("when it closes nobody waits any more")
    func closing() {
        let board = LiveBoard()
        publish(board)
        let calls = Atomic<Int>(0)
        _ = board.showing(after: 1, at: .now) { { calls.add(1, ordering: .relaxed) } }
        board.close()
        #expect(calls.load(ordering: .relaxed) == 1)
        #expect(board.showing(after: 1, at: .now) { { calls.add(1, ordering: .relaxed) } } != nil)
    }

    @Test("nobody looks who has not asked for a while")
    func watched() {
        let board = LiveBoard()
        let now = ContinuousClock.now
        #expect(!board.isWatched(at: now))
        _ = board.showing(after: 0, at: now) { {} }
        #expect(board.isWatched(at: now + .seconds(2)))
        #expect(!board.isWatched(at: now + .seconds(4)))
    }

    private func desk() -> CommandDesk {
        CommandDesk(size: PixelSize(width: 640, height: 360)) {}
    }

    private func status(_ desk: CommandDesk, _ json: String, at now: ContinuousClock.Instant = .now) -> Int {
        do throws(RequestRefusal) {
            try desk.take(json: Array(json.utf8), at: now)
            return 202
        } catch {
            return error.status
        }
    }

    @Test("of a thousand seeds at once no more are taken than can be done, and the rest is refused")
    func flood() {
        let desk = desk()
        let now = ContinuousClock.now
        let statuses = (0..<1000).map { status(desk, #"{"command":"seed","x":\#($0 % 640),"y":9}"#, at: now) }
        #expect(statuses.count { $0 == 202 } == Int(CommandDesk.rate.burst))
        #expect(Set(statuses) == [202, 429])
        #expect(desk.commands().count == Int(CommandDesk.rate.burst))
        #expect(desk.commands().isEmpty)
    }

    @Test("commands that nobody takes do not pile up")
    func pile() {
        let desk = desk()
        let start = ContinuousClock.now
        for second in 0..<60 { _ = status(desk, #"{"command":"reset"}"#, at: start + .seconds(second)) }
        for second in 60..<120 { _ = status(desk, #"{"command":"reset"}"#, at: start + .seconds(second)) }
        #expect(desk.commands().count == CommandDesk.capacity)
    }

    @Test("a track that is not there and a source that is over are told")
    func told() {
        let desk = desk()
        #expect(status(desk, #"{"command":"end","track":4}"#) == 404)
        desk.know(tracks: [4])
        #expect(status(desk, #"{"command":"end","track":4}"#) == 202)
        desk.know(isOver: true)
        #expect(status(desk, #"{"command":"seed","x":4,"y":4}"#) == 409)
        #expect(status(desk, #"{"command":"reset"}"#) == 202)
    }

    @Test("boxes are held against the size of the latest picture")
    func sizes() {
        let desk = desk()
        desk.know(size: PixelSize(width: 100, height: 100))
        #expect(status(desk, #"{"command":"seed","x":200,"y":50}"#) == 422)
    }
}
