import Testing
import TrackModel
import VideoIO

@testable import TrackReport

@Suite("Thumbnails")
struct ThumbnailTests {
    private let size = PixelSize(width: 640, height: 360)
    private let box = Box(left: 100, top: 100, width: 60, height: 80)

    private func bound(
        _ box: Box? = nil, confidence: Double = 0.9, source: ObservationSource = .detected, others: [Box] = []
    ) -> Double {
        let sample = TrackPath.Sample(
            Stage.observation(1, box ?? self.box, confidence: confidence, source: source), frame: 0, time: 0)
        return ThumbnailScore.bound(sample, others: others, size: size)
    }

    @Test("a better picture is surer, larger, detected, whole, not hidden and sharper")
    func score() {
        let plain = bound()
        #expect(bound(confidence: 0.5) < plain)
        #expect(bound(box.scaled(width: 0.5, height: 0.5)) < plain)
        #expect(bound(source: .tracked) < plain)
        #expect(bound(Box(left: -5, top: 100, width: 60, height: 80)) < plain / 2)
        #expect(bound(others: [Box(left: 130, top: 100, width: 60, height: 80)]) < plain)
        #expect(bound(Box(left: 1, top: 1, width: 0, height: 0)) == 0)
        #expect(
            ThumbnailScore.score(bound: plain, sharpness: 0.2) < ThumbnailScore.score(bound: plain, sharpness: 0.5))
    }

    @Test("what is blurred is less sharp, and what is flat not at all")
    func sharpness() throws {
        let part = Box(left: 60, top: 30, width: 60, height: 60)
        let picture = try Stage.stripes()
        let sharp = try PictureCanvas(picture).sharpness(of: part)
        try PictureCanvas(picture).cover(part.scaled(width: 1.4, height: 1.4), style: .gaussian, isEllipse: false)
        #expect(try PictureCanvas(picture).sharpness(of: part) < sharp / 2)
        #expect(try PictureCanvas(try VideoPicture(gray: 90, size: size)).sharpness(of: part) == 0)
        #expect(try PictureCanvas(picture).sharpness(of: Box(left: 900, top: 900, width: 20, height: 20)) == 0)
    }

    @Test("the surest of equal pictures is kept, one for each track, none for those left out")
    func collector() throws {
        let timeline = TrackTimeline(
            (0..<10).map { frame in
                FrameObservations(
                    frame: frame, time: Double(frame) / 10,
                    observations: (1...3).map { track in
                        Stage.observation(
                            track, Box(left: Double(15 * track), top: 10, width: 12, height: 14),
                            confidence: frame == 2 + track ? 0.95 : 0.1)
                    })
            })
        let collector = ThumbnailCollector(timeline) { $0.track == 2 }
        let reader = try PictureReader(Stage.plain)
        while let picture = try reader.nextPicture() { try collector.look(at: picture) }
        #expect(collector.thumbnails.map(\.track) == [1, 3])
        #expect(collector.thumbnails.map(\.frame) == [3, 5])
        let sheet = try ContactSheet.make(of: collector.thumbnails)
        #expect(sheet.size == PixelSize(width: 12 + 2 * 172, height: 12 + 212))
        #expect(try PhotoEncoder.jpeg(of: sheet).prefix(2) == [0xFF, 0xD8])
    }

    @Test("500 tracks make one sheet")
    func manyTracks() throws {
        let photo = try VideoPicture(gray: 100, size: PixelSize(width: 40, height: 40))
        let thumbnails = (1...500).map {
            ThumbnailCollector.Thumbnail(track: $0, label: "face", frame: 0, time: 0, photo: photo, score: 1)
        }
        let sheet = try ContactSheet.make(of: thumbnails)
        #expect(sheet.size.width < 5000 && sheet.size.height < 6000)
    }
}
