import Foundation
import Testing
import TrackModel

@Suite("Quadrilateral")
struct QuadrilateralTests {
    private let tilted = Quadrilateral(
        topLeft: Point(x: 12, y: 10), topRight: Point(x: 40, y: 14), bottomRight: Point(x: 38, y: 50),
        bottomLeft: Point(x: 10, y: 46))

    @Test("its corners go clockwise from the top left, and its bounds are the smallest box around them")
    func bounds() {
        #expect(tilted.corners.map(\.x) == [12, 40, 38, 10])
        #expect(tilted.bounds == Box(left: 10, top: 10, width: 30, height: 40))
    }

    @Test("it is carried along when its box moves and grows")
    func mapping() {
        let source = tilted.bounds
        let target = Box(left: 100, top: -20, width: 60, height: 20)
        let mapped = tilted.mapped(from: source, to: target)
        #expect(mapped.bounds == target)
        #expect(mapped.topLeft == Point(x: 104, y: -20) && mapped.bottomRight == Point(x: 156, y: 0))
        #expect(tilted.mapped(from: source, to: source) == tilted)
        #expect(mapped.mapped(from: target, to: source) == tilted)
    }

    @Test("it knows what lies inside of it, and whether it is convex")
    func insideAndConvexity() {
        #expect(tilted.isConvex)
        #expect(tilted.contains(Point(x: 25, y: 30)) && tilted.contains(tilted.topLeft))
        #expect(!tilted.contains(Point(x: 11, y: 12)) && !tilted.contains(Point(x: 50, y: 30)))
        var dented = tilted
        dented.bottomRight = Point(x: 20, y: 20)
        #expect(!dented.isConvex)
        // Turned over: its corners go the other way round.
        let mirrored = Quadrilateral(
            topLeft: tilted.topRight, topRight: tilted.topLeft, bottomRight: tilted.bottomLeft,
            bottomLeft: tilted.bottomRight)
        #expect(!mirrored.isConvex)
    }

    @Test("a detection with corners is the same after it was encoded and decoded")
    func coding() throws {
        let detection = Detection(box: tilted.bounds, confidence: 0.75, label: "page", corners: tilted)
        let data = try JSONEncoder().encode(detection)
        #expect(try JSONDecoder().decode(Detection.self, from: data) == detection)
    }
}
