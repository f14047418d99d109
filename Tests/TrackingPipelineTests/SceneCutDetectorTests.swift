import Foundation
import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("Scene cuts")
struct SceneCutDetectorTests {
    @Test("a change of picture is a cut, each time, and the first frame is none")
    func cuts() {
        let pictures = (0..<4).map(ScriptedWorld.picture)
        var detector = SceneCutDetector()
        let found = (0..<40).filter { detector.startsShot(pictures[$0 / 10]) }
        #expect(found == [10, 20, 30])
    }

    @Test("a scene that gets lighter, darker or goes black slowly is no cut")
    func light() {
        var detector = SceneCutDetector()
        let found = (0..<60).filter { frame in
            detector.startsShot(scene(brightness: 0.5 + 0.5 * cos(Double(frame) / 6)))
        }
        #expect(found.isEmpty)
    }

    @Test("a flash that lights the whole scene up for a frame is no cut")
    func flash() {
        var detector = SceneCutDetector()
        let found = (0..<30).filter { detector.startsShot(scene(brightness: $0 == 15 ? 1 : 0.5)) }
        #expect(found.isEmpty)
    }

    @Test("a pan and a shaking camera are no cuts", arguments: [false, true])
    func camera(shakes: Bool) {
        var detector = SceneCutDetector()
        let found = (0..<60).filter { frame in
            let shift = shakes ? 4 * sin(Double(frame)) : Double(frame) * 1.5
            return detector.startsShot(scene(shift: shift))
        }
        #expect(found.isEmpty)
    }

    @Test("a cut in the middle of a pan is found")
    func cutInPan() {
        var detector = SceneCutDetector()
        let found = (0..<40).filter { frame in
            detector.startsShot(scene(shift: Double(frame) * 0.5, isTurned: frame >= 25))
        }
        #expect(found == [25])
    }

    @Test(
        "pictures of any size are compared",
        arguments: [PixelSize(width: 1, height: 1), .init(width: 3, height: 500), .init(width: 2000, height: 2)])
    func sizes(size: PixelSize) {
        var detector = SceneCutDetector()
        let dark = LumaPlane(size: size) { $0.update(repeating: 10) }
        let found = [dark, dark].filter { detector.startsShot($0) }
        #expect(found.isEmpty)
    }

    /// Soft hills of brightness, seen through a window that `shift` moves along them; turned, it is another scene.
    private func scene(shift: Double = 0, brightness: Double = 1, isTurned: Bool = false) -> LumaPlane {
        let size = ScriptedWorld.size
        let hills = (0..<size.width).map { sin((Double($0) + shift) / 9) + 0.6 * sin((Double($0) + shift) / 4.3 + 1) }
        return LumaPlane(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let value = 0.5 + 0.2 * hills[isTurned ? y : x] + 0.1 * sin(Double(isTurned ? x : y) / 7)
                    pixels[y * size.width + x] = UInt8(max(0, min(255, value * 255 * brightness)))
                }
            }
        }
    }
}
