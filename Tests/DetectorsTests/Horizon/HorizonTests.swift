import Foundation
import TestWorld
import Testing
import TrackModel

@testable import Detectors

@Suite("The horizon")
struct HorizonTests {
    private static let size = PixelSize(width: 640, height: 360)

    /// A bright sky over dark land with noise, turned counter-clockwise about the picture's centre.
    private static func landscape(turnedBy degrees: Double, noise: Double = 12) -> Frame {
        var random = SeededNumbers(3)
        let slope = tan(degrees * .pi / 180)
        return Frame(
            index: 0, time: 0,
            luma: LumaPlane(size: size) { pixels in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        // y grows downwards: what rises to the right has smaller y there.
                        let edge = 190 - slope * (Double(x) - 320)
                        let land = min(1, max(0, Double(y) - edge + 0.5))
                        let value = 190 - 110 * land + noise * (random.share() - 0.5)
                        pixels[y * size.width + x] = UInt8(min(255, max(0, value)))
                    }
                }
            })
    }

    @Test(
        "is found to a third of a degree, positive where it rises to the right",
        arguments: [0.0, 1, -1, 4, -7, 15, -30, 44])
    func angle(degrees: Double) throws {
        let found = try #require(try HorizonDetector().horizon(in: Self.landscape(turnedBy: degrees)))
        #expect(abs(found.angle - degrees) < 0.33, "\(found.angle)")
        #expect((0.4...1).contains(found.confidence))
        #expect(HorizonDetector().detect(in: Self.landscape(turnedBy: degrees), effort: .thorough).isEmpty)
    }

    @Test("is nil where there is no line across the picture", arguments: ["plain", "noise", "wall", "tiny"])
    func none(kind: String) throws {
        var random = SeededNumbers(9)
        let size = kind == "tiny" ? PixelSize(width: 16, height: 12) : Self.size
        let frame = Frame(
            index: 0, time: 0,
            luma: LumaPlane(size: size) { pixels in
                for place in pixels.indices {
                    let x = place % size.width
                    pixels[place] =
                        switch kind {
                        case "noise": UInt8(255 * random.share())
                        // Edges that are upright say nothing of the horizon.
                        case "wall": x / 40 % 2 == 0 ? 60 : 180
                        default: 128
                        }
                }
            })
        #expect(try HorizonDetector().horizon(in: frame) == nil)
    }

    @Test("goes by the line with edges over most of the width, not by the longest edge alone")
    func choice() throws {
        // Pieces of one line, level, and one longer edge that is steep.
        let pieces = (0..<5).map { place in
            StraightEdge(Point(x: Double(120 * place), y: 100), Point(x: Double(120 * place + 90), y: 100.2))
        }
        let steep = StraightEdge(Point(x: 100, y: 300), Point(x: 250, y: 200))
        let line = try #require(HorizonLine(through: pieces + [steep], in: Self.size))
        #expect(abs(line.angle) < 0.2 && abs(line.coverage - 450.0 / 640) < 0.01)
        #expect(HorizonLine(through: [], in: Self.size) == nil)
        #expect(HorizonLine(through: [StraightEdge(Point(x: 9, y: 0), Point(x: 12, y: 300))], in: Self.size) == nil)
    }

    @Test("is among the detectors, and one of several answers for all")
    func registry() throws {
        let detector = try DetectorRegistry.make(name: "horizon")
        let both: [any Detector] = [try DetectorRegistry.make(name: "rectangle"), detector]
        let frame = Self.landscape(turnedBy: 5)
        #expect(try both.horizon(in: frame) == detector.horizon(in: frame))
        #expect(try RecordingDetector(both).horizon(in: frame) != nil)
    }
}
