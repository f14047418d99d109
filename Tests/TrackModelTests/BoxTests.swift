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

    @Test(
        "a box without an extent, or with a value that is no number, has no area, is not usable and overlaps nothing",
        arguments: [
            Box(left: 2, top: 2, width: 0, height: 5), Box(left: 2, top: 2, width: 5, height: -1),
            Box(left: 7, top: 7, width: -5, height: -5), Box(left: 2, top: 2, width: .nan, height: 5),
        ])
    func noArea(box: Box) {
        let other = Box(left: 0, top: 0, width: 10, height: 10)
        #expect(box.area == 0 && !box.isUsable)
        #expect(box.intersectionOverUnion(with: other) == 0 && other.intersectionOverUnion(with: box) == 0)
        #expect(box.coveredShare(by: other) == 0)
        #expect(box.clipped(to: other) == nil)
    }

    @Test("a box whose place is no number overlaps nothing, whichever is asked")
    func noPlace() {
        let box = Box(left: .nan, top: 2, width: 5, height: 5)
        let other = Box(left: 0, top: 0, width: 10, height: 10)
        #expect(box.intersectionOverUnion(with: other) == 0 && other.intersectionOverUnion(with: box) == 0)
        #expect(other.coveredShare(by: box) == 0 && box.clipped(to: other) == nil)
    }

    @Test("a box that reaches to infinity is not usable")
    func infinite() {
        #expect(!Box(left: 0, top: 0, width: .infinity, height: 1).isUsable)
        #expect(!Box(left: -.infinity, top: 0, width: 1, height: 1).isUsable)
        #expect(Box(left: -1e9, top: 1e9, width: 1e-9, height: 1e9).isUsable)
    }

    @Test("the left and top edges belong to a box, the right and bottom ones do not")
    func containing() {
        let box = Box(left: 10, top: 20, width: 5, height: 6)
        let inside = [Point(x: 10, y: 20), Point(x: 14.999, y: 25.999), box.center]
        let outside = [Point(x: 15, y: 21), Point(x: 11, y: 26), Point(x: 9.999, y: 21), Point(x: .nan, y: 21)]
        #expect(inside.allSatisfy(box.contains) && !outside.contains(where: box.contains))
    }

    @Test("the covered share is of the first box, the overlap of both")
    func covered() {
        let small = Box(left: 2, top: 2, width: 2, height: 2)
        let large = Box(left: 0, top: 0, width: 10, height: 10)
        #expect(small.coveredShare(by: large) == 1 && large.coveredShare(by: small) == 0.04)
        #expect(small.intersectionArea(with: large) == 4 && small.intersectionOverUnion(with: large) == 0.04)
    }

    @Test("moving, scaling and mixing boxes")
    func changing() {
        let box = Box(left: 10, top: 20, width: 4, height: 8)
        #expect(box.offset(x: -3, y: 2) == Box(left: 7, top: 22, width: 4, height: 8))
        #expect(box.scaled(width: 2, height: 0.5) == Box(left: 8, top: 22, width: 8, height: 4))
        #expect(box.scaled(width: 2, height: 0.5).center == box.center)
        #expect(box.multiplied(by: 0.5) == Box(left: 5, top: 10, width: 2, height: 4))
        #expect(Box(center: box.center, width: box.width, height: box.height) == box)
        let other = Box(left: 20, top: 0, width: 8, height: 4)
        #expect(box.interpolated(to: other, share: 0) == box && box.interpolated(to: other, share: 1) == other)
        #expect(box.interpolated(to: other, share: 0.25) == Box(left: 12.5, top: 15, width: 5, height: 7))
    }
}
