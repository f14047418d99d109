import Testing
import TrackModel

@testable import VideoIO

@Suite("Picture feed", .timeLimit(.minutes(10)))
struct PictureFeedTests {
    @Test("a file's pictures come in order, each once or counted as dropped, and its end is told")
    func file() async throws {
        let feed = try PictureFeed(Fixture.path("plain.mp4"))
        var indices: [Int] = []
        var dropped = 0
        var notices: [PictureFeed.Notice] = []
        while notices.isEmpty {
            let delivery = await feed.next()
            if let arrival = delivery.arrival {
                indices.append(arrival.picture.index)
                #expect(arrival.picture.size == feed.facts.size)
                #expect(arrival.beginsAnew == (arrival.picture.index - delivery.dropped == 0))
            }
            dropped += delivery.dropped
            notices += delivery.notices
        }
        #expect(notices == [.ended(nil)])
        #expect(indices == indices.sorted())
        #expect(indices.count + dropped == (indices.last ?? -1) + 1)
        #expect(indices.count + dropped == feed.facts.declaredFrameCount)
    }

    @Test("a picture is what the reader of pictures gives, and a copy of it can be drawn on")
    func pixels() async throws {
        let feed = try PictureFeed(Fixture.path("plain.mp4"))
        let delivery = await feed.next()
        let picture = try #require(delivery.arrival?.picture)
        let before = picture.luma.withPixels { Array($0) }
        let copy = try picture.copy(index: 3, time: 4)
        try copy.withPlanes { planes in
            for offset in 0..<planes.size.width { planes.luma[offset] = 255 - planes.luma[offset] }
        }
        #expect(picture.luma.withPixels { Array($0) } == before)
        #expect(copy.index == 3 && copy.time == 4)
        let jpeg = try picture.jpeg(
            of: picture.size.bounds, size: PixelSize(width: 32, height: 24), by: PhotoEncoder())
        #expect(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.suffix(2) == [0xFF, 0xD9])
    }
}
