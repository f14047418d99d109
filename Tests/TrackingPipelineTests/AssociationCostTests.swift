import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("What it costs to take a detection for a track")
struct AssociationCostTests {
    private let cost = AssociationCost()
    private let box = Box(left: 100, top: 100, width: 40, height: 50)

    @Test("the same box costs nothing")
    func same() {
        #expect(cost.cost(track: box, detection: box) == 0)
    }

    @Test("the farther apart the dearer, in every direction, and far apart is forbidden")
    func distance() {
        for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)] {
            let costs = (0...60).map {
                cost.cost(track: box, detection: box.offset(x: x * Double($0), y: y * Double($0)))
            }
            #expect(zip(costs, costs.dropFirst()).allSatisfy { $0 < $1 || $1 == CostMatrix.forbidden })
            #expect(costs[60] == CostMatrix.forbidden)
        }
    }

    @Test("the more unlike in size the dearer, larger or smaller alike, and very unlike is forbidden")
    func size() {
        let factors = [1, 1.1, 1.2, 1.4, 1.7, 10]
        let larger = factors.map { cost.cost(track: box, detection: box.scaled(width: $0, height: $0)) }
        let smaller = factors.map { cost.cost(track: box, detection: box.scaled(width: 1 / $0, height: 1 / $0)) }
        for costs in [larger, smaller] {
            #expect(zip(costs, costs.dropFirst()).allSatisfy { $0 < $1 })
            #expect(costs.last == CostMatrix.forbidden)
        }
    }

    @Test("which of the two boxes is the track makes no difference, nor does the scale of the picture")
    func symmetry() {
        let other = Box(left: 110, top: 92, width: 44, height: 46)
        let expected = cost.cost(track: box, detection: other)
        #expect(abs(cost.cost(track: other, detection: box) - expected) < 1e-12)
        #expect(
            abs(cost.cost(track: box.multiplied(by: 7), detection: other.multiplied(by: 7)) - expected) < 1e-12)
        #expect(expected > 0 && expected < cost.maximum)
    }

    @Test(
        "a box that is none is forbidden, never compared",
        arguments: [
            Box(left: 100, top: 100, width: 0, height: 50), Box(left: 140, top: 150, width: -40, height: -50),
            Box(center: Point(x: 120, y: 125), width: -40, height: -50),
            Box(left: .nan, top: 100, width: 40, height: 50), Box(left: 100, top: 100, width: .infinity, height: 50),
        ])
    func unusable(other: Box) {
        #expect(cost.cost(track: box, detection: other) == CostMatrix.forbidden)
        #expect(cost.cost(track: other, detection: box) == CostMatrix.forbidden)
    }
}
