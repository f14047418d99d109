import Testing
import TrackModel

@testable import LiveServer

@Suite("List of tracks")
struct TrackGalleryTests {
    private func observation(_ track: Int, side: Double = 40) -> Observation {
        Observation(
            track: track, label: "face", box: Box(left: 10, top: 10, width: side, height: side), confidence: 0.9,
            source: .detected)
    }

    @Test("a label that was typed stays with its track, and with no other")
    func labels() {
        var gallery = TrackGallery()
        gallery.add([observation(1), observation(2)], time: 0)
        gallery.name(1, "Ann")
        let labelled = gallery.labelled([observation(1), observation(2)])
        #expect(labelled.map(\.label) == ["Ann", "face"])
        gallery.add(labelled, time: 1)
        #expect(gallery.entries[1]?.label == "Ann")
    }

    @Test("it remembers no more than it should, and never forgets what is seen now")
    func bounded() {
        var gallery = TrackGallery()
        for track in 1...500 { gallery.add([observation(1), observation(track)], time: Double(track)) }
        #expect(gallery.entries.count == TrackGallery.capacity)
        #expect(gallery.ids.contains(1) && gallery.ids.contains(500) && !gallery.ids.contains(100))
        #expect(gallery.entries.values.filter(\.isLive).count == 2)
        #expect((gallery.entries[1]?.confidences.count ?? 0) <= 60)
    }

    @Test("only a clearly better picture takes the place of one, and not at once")
    func photos() throws {
        var gallery = TrackGallery()
        let size = PixelSize(width: 640, height: 360)
        gallery.add([observation(1)], time: 0)
        let (_, score) = try #require(gallery.betterPhoto(among: [observation(1)], in: size, time: 0))
        gallery.keep([1], of: 1, score: score, time: 0)
        #expect(gallery.betterPhoto(among: [observation(1)], in: size, time: 5) == nil)
        #expect(gallery.betterPhoto(among: [observation(1, side: 150)], in: size, time: 0.5) == nil)
        #expect(gallery.betterPhoto(among: [observation(1, side: 150)], in: size, time: 5) != nil)
        #expect(gallery.entries[1]?.photo == 1)
    }

    @Test("the list is shown anew when tracks come or go, and otherwise now and then")
    func news() {
        var gallery = TrackGallery()
        gallery.add([observation(1)], time: 0)
        #expect(gallery.news(at: 0) != nil)
        gallery.add([observation(1)], time: 0.04)
        #expect(gallery.news(at: 0.04) == nil)
        gallery.add([observation(1), observation(2)], time: 0.08)
        #expect(gallery.news(at: 0.08) != nil)
        gallery.add([observation(1), observation(2)], time: 0.9)
        #expect(gallery.news(at: 0.9) != nil)
    }
}
