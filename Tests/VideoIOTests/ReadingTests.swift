import Testing
import TrackModel
import VideoIO

@Suite("Reading", .timeLimit(.minutes(10)))
struct ReadingTests {
    @Test("a plain file gives every frame once, numbered from 0, with the container's times")
    func plainFile() throws {
        let reader = try Fixture.open("plain.mp4")
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == Array(0..<25))
        for frame in frames { #expect(abs(frame.time - Double(frame.index) / 10) < 1e-9) }
        #expect(reader.facts.size == PixelSize(width: 64, height: 48))
        #expect(reader.facts.declaredFrameCount == 25)
        #expect(reader.summary.warnings == [])
    }

    @Test("reading by for await gives the same frames as pulling")
    func sameFramesBothWays() async throws {
        let pulled = try Fixture.open("plain.mp4").pullAll()
        var awaited: [Frame] = []
        let reader = try Fixture.open("plain.mp4") { $0.bufferedFrames = 2 }
        for try await frame in reader { awaited.append(frame) }
        #expect(awaited.map(\.time) == pulled.map(\.time))
        #expect(zip(awaited, pulled).allSatisfy { $0.luma(20, 20) == $1.luma(20, 20) })
        #expect(reader.summary.framesDecoded == 25)
    }

    @Test("lying pictures are stood upright", arguments: [90, 180, 270])
    func rotation(_ turn: Int) throws {
        let reader = try Fixture.open("rotated-\(turn).mp4") { $0.wantsColor = true }
        #expect(reader.facts.rotation == turn)
        let frame = try #require(try reader.nextFrame())
        #expect(frame.size == (turn == 180 ? PixelSize(width: 64, height: 32) : PixelSize(width: 32, height: 64)))
        // Where the stored top left (white) and top right (gray) land.
        let (white, gray) =
            switch turn {
            case 90: ((28, 4), (28, 60))
            case 180: ((60, 28), (4, 28))
            default: ((4, 60), (4, 4))
            }
        #expect(abs(frame.luma(white.0, white.1) - 235) < 12)
        #expect(abs(frame.luma(gray.0, gray.1) - 126) < 12)
        #expect(frame.luma(frame.size.width / 2, frame.size.height / 2) < 28)
    }
}
