import Testing
import TrackModel
import VideoIO

/// The corner picture (white at the top left, gray at the top right, else black) in many pixel formats.
@Suite("Pixel formats", .timeLimit(.minutes(10)))
struct PixelFormatTests {
    static let limitedRange = [
        "yuv420p", "yuv420p10", "yuv444p", "yuv444p12", "packed",
    ]
    static let fullRange = ["full-range", "gray", "gray16", "rgb", "rgb48"]

    @Test("limited-range video keeps the values of its Y plane", arguments: limitedRange)
    func limited(_ format: String) throws {
        try expectCorners("format-\(format).mkv", white: 235, gray: 126, black: 16, tolerance: 0)
    }

    @Test("full-range and RGB video fills the whole range", arguments: fullRange)
    func full(_ format: String) throws {
        try expectCorners("format-\(format).mkv", white: 255, gray: 128, black: 0, tolerance: 2)
    }

    @Test("a palette is looked up, not shown as numbers")
    func palette() throws {
        try expectCorners("format-palette.mkv", white: 252, gray: 147, black: 0, tolerance: 3)
        try expectCorners("palette.gif", white: 255, gray: 128, black: 0, tolerance: 3)
    }

    @Test("one bit a pixel becomes black and white")
    func monochrome() throws {
        try expectCorners("format-mono.mkv", white: 255, gray: nil, black: 0, tolerance: 0)
    }

    @Test("what is see-through looks white, what is not keeps its brightness", arguments: ["alpha", "alpha-yuv"])
    func alpha(_ format: String) throws {
        let reader = try Fixture.open("format-\(format).mkv") { $0.wantsColor = true }
        let frame = try #require(try reader.nextFrame())
        #expect(frame.luma(20, 20) == 255)
        #expect(frame.luma(50, 20) < 3)
        #expect(abs(frame.luma(55, 4) - 128) <= 2)
        #expect(try frame.color(20, 20) == [255, 255, 255])
        #expect(try frame.color(50, 20).allSatisfy { $0 < 3 })
    }

    @Test("colour is blue, green, red over the whole range", arguments: limitedRange + fullRange)
    func color(_ format: String) throws {
        let reader = try Fixture.open("format-\(format).mkv") { $0.wantsColor = true }
        let frame = try #require(try reader.nextFrame())
        for (x, y, value) in [(8, 3, 255), (55, 3, 128), (30, 20, 0)] {
            #expect(try frame.color(x, y).allSatisfy { abs($0 - value) <= 3 })
        }
    }

    @Test("colour follows the matrix the video states", arguments: ["bt709", "smpte170m"])
    func matrix(_ name: String) throws {
        let reader = try Fixture.open("red-\(name).mkv") { $0.wantsColor = true }
        let color = try #require(try reader.nextFrame()).color(8, 8)
        #expect(color[0] <= 4 && color[1] <= 4 && color[2] >= 250)
    }

    @Test("no colour is made unless it is asked for")
    func noColor() throws {
        #expect(try #require(try Fixture.open("plain.mp4").nextFrame()).color == nil)
    }

    @Test("interlaced pictures are taken as decoded")
    func interlaced() throws {
        let reader = try Fixture.open("interlaced.mkv")
        #expect(try reader.pullAll().count == 8)
        #expect(reader.facts.size == PixelSize(width: 64, height: 48))
    }

    @Test(
        "the smallest and the largest pictures are read, with colour",
        arguments: [
            ("size-1x1.mkv", 1, 1), ("size-1x1-rgba.mkv", 1, 1), ("size-3x5.mkv", 3, 5), ("size-3x5-rgba.mkv", 3, 5),
            ("size-7680x4320.mp4", 7680, 4320),
        ])
    func sizes(_ name: String, _ width: Int, _ height: Int) throws {
        let reader = try Fixture.open(name) { $0.wantsColor = true }
        let frames = try reader.pullAll()
        #expect(frames.count == (width > 100 ? 1 : 2))
        for frame in frames {
            #expect(frame.size == PixelSize(width: width, height: height))
            #expect(try frame.color?.plane().size == frame.size)
            #expect(abs(frame.luma(width - 1, height - 1) - 127) <= 2)
            #expect(try frame.color(width - 1, height - 1).allSatisfy { abs($0 - 128) <= 3 })
        }
    }

    private func expectCorners(_ name: String, white: Int, gray: Int?, black: Int, tolerance: Int) throws {
        let frames = try Fixture.open(name).pullAll()
        #expect(frames.count >= 2)
        for frame in frames {
            #expect(abs(frame.luma(8, 3) - white) <= tolerance)
            if let gray { #expect(abs(frame.luma(55, 3) - gray) <= tolerance) }
            #expect(abs(frame.luma(30, 20) - black) <= tolerance)
        }
    }
}
