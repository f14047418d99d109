import Testing
import TrackModel
import VideoIO

@testable import TrackReport

@Suite("Drawing")
struct DrawingTests {
    private let size = PixelSize(width: 200, height: 120)

    /// How many pixels of a picture differ from its gray, along the upper edge of a box at 40, 60.
    private func edge(of source: ObservationSource) throws -> Int {
        let picture = try VideoPicture(gray: 90, size: size)
        let box = Box(left: 40, top: 60, width: 100, height: 40)
        let timeline = TrackTimeline([
            FrameObservations(frame: 0, time: 0, observations: [Stage.observation(4, box, source: source)])
        ])
        var painter = TrackPainter(timeline)
        try painter.paint(picture)
        // Yellow is much brighter than the gray and the rim.
        return try Stage.luma(picture)[58...61].map { row in row[42..<138].count { $0 > 130 } }.max() ?? 0
    }

    @Test("detected boxes are solid, followed ones dashed, filled-in ones dotted")
    func lines() throws {
        let (detected, tracked, filled) = (
            try edge(of: .detected), try edge(of: .tracked), try edge(of: .interpolated)
        )
        #expect(detected >= 90)
        #expect(tracked < detected - 20 && tracked > 20)
        #expect(filled < tracked)
        #expect(try edge(of: .seeded) == detected)
        #expect(try edge(of: .backfilled) == tracked)
    }

    @Test("the colour is in the chroma planes too")
    func chroma() throws {
        let picture = try VideoPicture(gray: 90, size: size)
        try PictureCanvas(picture).fill(
            Box(left: 20, top: 20, width: 40, height: 20), color: TrackColor(red: 255, green: 0, blue: 0))
        try picture.withPlanes { planes in
            let place = 15 * planes.chromaBytesPerRow + 15
            #expect(planes.redDifference[place] > 240 && planes.blueDifference[place] < 100)
            #expect(planes.redDifference[0] == 128)
        }
    }

    @Test(
        "boxes beyond the picture, without an area, huge or at its corner are drawn without harm",
        arguments: [
            Box(left: -500, top: -500, width: 10, height: 10), Box(left: 50, top: 50, width: 0, height: 0),
            Box(left: -1e9, top: -1e9, width: 2e9, height: 2e9), Box(left: 195, top: 115, width: 50, height: 50),
            Box(left: -20, top: -20, width: 30, height: 30),
        ])
    func oddBoxes(box: Box) throws {
        let picture = try VideoPicture(gray: 90, size: size)
        var painter = TrackPainter(
            TrackTimeline([FrameObservations(frame: 0, time: 0, observations: [Stage.observation(1, box)])]))
        try painter.paint(picture)
        try PictureCanvas(picture).cover(
            box.isUsable && box.width < 1e6 ? box : size.bounds, style: .gaussian, isEllipse: true)
    }

    @Test("a label at the upper edge stays in the picture; letters beyond ASCII are written by their nearest")
    func label() throws {
        let picture = try VideoPicture(gray: 90, size: size)
        var painter = TrackPainter(
            TrackTimeline([
                FrameObservations(
                    frame: 0, time: 0,
                    observations: [Stage.observation(1, Box(left: 150, top: 0, width: 40, height: 40), label: "Zoë")])
            ]))
        try painter.paint(picture)
        #expect(try Stage.luma(picture)[3...14].joined().contains { $0 > 140 })
        let (plain, accented) = (
            try PictureCanvas.measure("Zoe", height: 10), try PictureCanvas.measure("Zoë", height: 10)
        )
        #expect(plain == accented)
    }

    @Test("a moving centre has a trail that ends with its track, as after a cut; one that stands still has none")
    func trail() throws {
        func drawn(frame: Int, moves: Bool) throws -> Int {
            let timeline = Stage.timeline(0...10) { frame in
                Box(left: moves ? Double(4 * frame) : 40, top: 20, width: 16, height: 16)
            }
            let reader = try PictureReader(Stage.plain)
            var painter = TrackPainter(timeline)
            var count = 0
            while let picture = try reader.nextPicture(), picture.index <= frame {
                let before = try Stage.luma(picture)
                try painter.paint(picture)
                guard picture.index == frame else { continue }
                count = zip(before.joined(), try Stage.luma(picture).joined()).count { $0 != $1 }
            }
            return count
        }
        #expect(try drawn(frame: 10, moves: true) > drawn(frame: 10, moves: false) + 30)
        #expect(try drawn(frame: 11, moves: true) == 0)
    }
}
