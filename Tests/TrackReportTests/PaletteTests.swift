import Testing
import VideoIO

@testable import TrackReport

@Suite("Colours")
struct PaletteTests {
    @Test("a track has one colour, its neighbours another")
    func steady() {
        for track in 1...50 {
            #expect(TrackColor.of(track: track) == TrackColor.of(track: track))
            #expect(TrackColor.of(track: track) != TrackColor.of(track: track + 1))
        }
        #expect(Set(TrackColor.palette).count == TrackColor.palette.count)
    }

    @Test("text is readable on every colour: a contrast of 4.5 or more")
    func readable() {
        for color in TrackColor.palette {
            let (one, other) = (color.luminance, color.readable.luminance)
            #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) >= 4.5, "\(color)")
        }
    }

    @Test(
        "a colour becomes the numbers its matrix and range make of it",
        arguments: [
            (TrackColor.white, VideoPicture.Matrix.bt601, false, [235, 128, 128]),
            (.black, .bt709, false, [16, 128, 128]), (.white, .bt709, true, [255, 128, 128]),
            (TrackColor(red: 255, green: 0, blue: 0), .bt601, false, [81, 90, 240]),
            (TrackColor(red: 255, green: 0, blue: 0), .bt709, false, [63, 102, 240]),
            (TrackColor(red: 0, green: 0, blue: 255), .bt601, true, [29, 255, 107]),
        ] as [(TrackColor, VideoPicture.Matrix, Bool, [UInt8])])
    func numbers(color: TrackColor, matrix: VideoPicture.Matrix, fullRange: Bool, wanted: [UInt8]) {
        let made = color.components(in: matrix, fullRange: fullRange)
        #expect([made.luma, made.blueDifference, made.redDifference] == wanted)
    }
}
