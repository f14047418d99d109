import Testing
import TrackModel

@Suite("Box")
struct BoxTests {
    @Test(
        "intersection over union",
        arguments: [
            (Box(left: 0, top: 0, width: 10, height: 10), Box(left: 0, top: 0, width: 10, height: 10), 1.0),
            (Box(left: 0, top: 0, width: 10, height: 10), Box(left: 5, top: 0, width: 10, height: 10), 1.0 / 3),
            (Box(left: 0, top: 0, width: 10, height: 10), Box(left: 10, top: 0, width: 10, height: 10), 0.0),
            (Box(left: 0, top: 0, width: 0, height: 0), Box(left: 0, top: 0, width: 0, height: 0), 0.0),
            (Box(left: 0, top: 0, width: -5, height: 10), Box(left: 0, top: 0, width: 10, height: 10), 0.0),
        ])
    func overlap(first: Box, second: Box, expected: Double) {
        #expect(abs(first.intersectionOverUnion(with: second) - expected) < 1e-12)
        #expect(abs(second.intersectionOverUnion(with: first) - expected) < 1e-12)
    }

    @Test("Vision counts from the bottom left, AVFoundation from the top left, and both name the same box")
    func conventions() {
        let size = PixelSize(width: 200, height: 100)
        let box = Box(left: 20, top: 10, width: 50, height: 30)
        let vision = box.visionRectangle(in: size)
        #expect(vision.x == 0.1 && abs(vision.y - 0.6) < 1e-12 && vision.width == 0.25 && vision.height == 0.3)
        let avFoundation = box.avFoundationRectangle(in: size)
        #expect(avFoundation.x == 0.1 && avFoundation.y == 0.1)
        #expect(avFoundation.width == 0.25 && avFoundation.height == 0.3)

        let fromVision = Box(visionX: vision.x, y: vision.y, width: vision.width, height: vision.height, in: size)
        let fromAVFoundation = Box(
            avFoundationX: avFoundation.x, y: avFoundation.y, width: avFoundation.width, height: avFoundation.height,
            in: size)
        for other in [fromVision, fromAVFoundation] {
            #expect(abs(other.left - box.left) < 1e-9 && abs(other.top - box.top) < 1e-9)
            #expect(abs(other.width - box.width) < 1e-9 && abs(other.height - box.height) < 1e-9)
        }
    }

    @Test("clipping keeps the part inside and gives nothing for a box that is outside")
    func clipping() {
        let bounds = Box(left: 0, top: 0, width: 100, height: 50)
        let clipped = Box(left: -10, top: 40, width: 30, height: 30).clipped(to: bounds)
        #expect(clipped == Box(left: 0, top: 40, width: 20, height: 10))
        #expect(Box(left: 100, top: 0, width: 5, height: 5).clipped(to: bounds) == nil)
        #expect(Box(left: .nan, top: 0, width: 5, height: 5).clipped(to: bounds) == nil)
    }
}
