import Detectors
import Foundation
import Testing
import TrackModel

@Suite struct TextDetectorTests {
    private func lines(in frame: Frame, _ options: TextOptions = TextOptions()) throws -> [Detection] {
        try TextDetector(options: options).detect(in: frame)
    }

    /// For each true line the overlap of the found line nearest to it.
    private func overlaps(of found: [Detection], with truth: [Box]) -> [Double] {
        truth.map { line in found.map { $0.box.intersectionOverUnion(with: line) }.reduce(0, max) }
    }

    @Test(arguments: [(UInt8(200), UInt8(20)), (40, 230), (90, 210)])
    func findsEachWrittenLineWhereItIs(background: UInt8, ink: UInt8) throws {
        var page = WrittenPage(640, 360, background: background)
        page.write("A line of some length", left: 40, baseline: 60, height: 16, brightness: ink)
        page.write("and the next below it,", left: 40, baseline: 92, height: 16, brightness: ink)
        page.write("SMALL PRINT 2026", left: 380, baseline: 200, height: 10, brightness: ink)
        page.write("Headline", left: 60, baseline: 300, height: 44, brightness: ink)
        let found = try lines(in: page.frame)
        #expect(found.count == 4)
        #expect(overlaps(of: found, with: page.lines).allSatisfy { $0 > 0.75 }, "\(found.map(\.box)) \(page.lines)")
        #expect(found.allSatisfy { $0.label == "text" && $0.confidence > 0.7 })
    }

    @Test func findsCaptionsInTypeOverAnUnevenNoisyGround() throws {
        let url = try #require(
            Bundle.module.url(forResource: "captions", withExtension: "pgm", subdirectory: "Fixtures"))
        let frame = Frame(index: 0, time: 0, luma: try PortableGrayMap.read([UInt8](Data(contentsOf: url))))
        // As Scripts/make-text-fixture prints them.
        let truth = [
            Box(left: 34, top: 118, width: 240, height: 18), Box(left: 22, top: 20, width: 186, height: 18),
            Box(left: 201, top: 66, width: 93, height: 12),
        ]
        let found = try lines(in: frame)
        #expect(found.count == 3)
        #expect(overlaps(of: found, with: truth).allSatisfy { $0 > 0.75 }, "\(found.map(\.box))")
    }

    @Test func findsNothingWhereNothingIsWritten() throws {
        #expect(try lines(in: Canvas(640, 360).frame) == [])
        var noise = Canvas(640, 360, background: 128)
        noise.addNoise(amplitude: 60)
        #expect(try lines(in: noise.frame) == [])
        #expect(try lines(in: Portrait.frame()) == [])
        #expect(try lines(in: Portrait.frame(in: PixelSize(width: 640, height: 360), left: 200, top: 70)) == [])
    }

    @Test func doesNotTakeOtherThingsInARowForText() throws {
        // Windows of a house: all alike, but no strokes. Bars of a fence: one stroke each, without an end.
        var house = Canvas(640, 360, background: 170)
        for column in 0..<9 {
            house.fill(
                Canvas.corners(
                    center: Point(x: 60 + Double(column) * 60, y: 150), width: 36, height: 40, degrees: 0), with: 60)
        }
        #expect(try lines(in: house.frame) == [])
    }

    @Test(arguments: [-8, 4, 10.0])
    func findsALineThatIsNotLevel(degrees: Double) throws {
        var page = WrittenPage(640, 360)
        page.write("A line that is not level", left: 120, baseline: 190, height: 18)
        page.turn(by: degrees)
        let found = try lines(in: page.frame)
        #expect(found.count == 1)
        let box = try #require(found.first).box
        // The whole line: about as wide as it was, and as much higher as it falls or rises.
        #expect(box.width > 260 && box.height > 18 + 240 * abs(tan(degrees * .pi / 180)), "\(box)")
    }

    @Test func obeysSizeRegionLabelAndConfidence() throws {
        var page = WrittenPage(640, 360)
        page.write("Large print above", left: 40, baseline: 80, height: 34)
        page.write("small print below", left: 40, baseline: 300, height: 12)
        let frame = page.frame
        #expect(try lines(in: frame).count == 2)
        #expect(try lines(in: frame, TextOptions(minimumSize: .pixels(26))).count == 1)
        #expect(try lines(in: frame, TextOptions(maximumSize: .percentOfHeight(7))).count == 1)
        #expect(try lines(in: frame, TextOptions(minimumConfidence: 1)) == [])
        let below = try lines(in: frame, TextOptions(region: .percent(Box(left: 0, top: 50, width: 100, height: 50))))
        #expect(below.count == 1)
        #expect(overlaps(of: below, with: [page.lines[1]])[0] > 0.75)
        #expect(try TextDetector(label: "caption").detect(in: frame).first?.label == "caption")
    }

    @Test func isSurerOfALongEvenLineThanOfAShortFaintOne() throws {
        func confidence(_ text: String, brightness: UInt8) throws -> Double {
            var page = WrittenPage(640, 360)
            page.write(text, left: 60, baseline: 180, height: 18, brightness: brightness)
            return try lines(in: page.frame, TextOptions(minimumConfidence: 0)).first?.confidence ?? 0
        }
        let long = try confidence("Many letters of one kind", brightness: 10)
        let short = try confidence("Many", brightness: 10)
        let faint = try confidence("Many letters of one kind", brightness: 160)
        #expect(long > 0.95)
        #expect(short < long - 0.02 && short > 0.3)
        #expect(faint < long - 0.02)
    }

    @Test func readsALargePictureAtTheSizeItsLinesNeed() throws {
        var page = WrittenPage(1920, 1080)
        page.write("The same caption in a large picture", left: 300, baseline: 900, height: 50)
        let found = try lines(in: page.frame)
        #expect(found.count == 1)
        #expect(overlaps(of: found, with: page.lines)[0] > 0.75)
    }

    @Test(arguments: [(1, 1), (3, 5), (7, 300), (300, 2), (9, 9)])
    func survivesPicturesOfAnySize(width: Int, height: Int) throws {
        #expect(try lines(in: Canvas(width, height).frame) == [])
    }

    @Test(arguments: [
        TextOptions(minimumSize: .pixels(-1)), TextOptions(minimumSize: .pixels(30), maximumSize: .pixels(20)),
        TextOptions(minimumConfidence: 1.5), TextOptions(region: .pixels(Box(left: 0, top: 0, width: 0, height: 5))),
    ])
    func refusesOptionsThatMakeNoSense(options: TextOptions) {
        #expect(throws: TrackletError.self) { try TextDetector(options: options) }
    }
}
