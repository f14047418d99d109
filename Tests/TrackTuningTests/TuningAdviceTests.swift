import Testing
import TrackTuning

@Suite("Advice and knee")
struct TuningAdviceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// HOTA and milliseconds of each setting; the first is the reference.
        let settings: [(hota: Double, cost: Double)]
        var loss = 1.0
        var hasReference = true
        let advice: TuningAdvice
    }

    static let cases = [
        Case(
            testDescription: "the cheapest within the loss, not the one that loses least",
            settings: [(100, 20), (99.9, 15), (99.1, 8), (98.9, 4)], advice: .use(setting: 2)),
        Case(
            testDescription: "a loss of exactly what is allowed is allowed",
            settings: [(100, 20), (99, 8), (80, 4)], advice: .use(setting: 1)),
        Case(
            testDescription: "a larger loss allows more",
            settings: [(100, 20), (99.1, 8), (95, 4)], loss: 5, advice: .use(setting: 2)),
        Case(
            testDescription: "of two that cost the same the one that loses less",
            settings: [(100, 20), (99.2, 8), (99.6, 8)], advice: .use(setting: 2)),
        Case(
            testDescription: "of two that are the same the first",
            settings: [(100, 20), (99.5, 8), (99.5, 8)], advice: .use(setting: 1)),
        Case(
            testDescription: "a longer interval may agree more than a shorter one",
            settings: [(100, 20), (90, 15), (99.5, 8)], advice: .use(setting: 2)),
        Case(
            testDescription: "none within the loss: the nearest is told",
            settings: [(100, 20), (97, 15), (98, 10), (90, 5)], advice: .stay(nearest: 2)),
        Case(
            testDescription: "none is cheaper",
            settings: [(100, 20), (99.9, 21), (99.9, 20)], advice: .stay(nearest: nil)),
        Case(
            testDescription: "nothing may be lost",
            settings: [(100, 20), (99.99, 10)], loss: 0, advice: .stay(nearest: 1)),
        Case(
            testDescription: "nothing is lost and nothing may be",
            settings: [(100, 20), (100, 10)], loss: 0, advice: .use(setting: 1)),
        Case(
            testDescription: "without tracks there is no advice, whatever is cheap",
            settings: [(0, 20), (0, 10)], hasReference: false, advice: .nothingFound),
        Case(
            testDescription: "everything may be lost",
            settings: [(100, 20), (0, 10)], loss: 100, advice: .use(setting: 1)),
    ]

    @Test("the advice follows from the numbers", arguments: cases)
    func advice(of row: Case) {
        let advice = TuningAdvice(
            row.settings.map { TuningAdvice.Candidate(hota: $0.hota, cost: $0.cost) }, reference: 0, loss: row.loss,
            hasReference: row.hasReference)
        #expect(advice == row.advice)
    }

    @Test("the reference need not be named first")
    func place() {
        let candidates = [(99.5, 8.0), (100, 20), (99.5, 9)].map { TuningAdvice.Candidate(hota: $0.0, cost: $0.1) }
        #expect(TuningAdvice(candidates, reference: 1, loss: 1, hasReference: true) == .use(setting: 0))
    }

    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let points: [(Double, Double)]
        let front: [Int]
        let knee: Int?
    }

    static let shapes = [
        Shape(
            testDescription: "a bend has its knee where it bends",
            points: [(10, 100), (50, 99), (100, 98), (110, 80), (120, 60)], front: [0, 1, 2, 3, 4], knee: 2),
        Shape(
            testDescription: "what another beats in both is not on the front",
            points: [(10, 100), (50, 99), (40, 98), (60, 90)], front: [0, 1, 3], knee: 1),
        Shape(
            testDescription: "a straight line has no knee", points: [(10, 100), (20, 90), (30, 80)], front: [0, 1, 2],
            knee: nil),
        Shape(
            testDescription: "a line that sags has no knee", points: [(10, 100), (20, 82), (30, 80)], front: [0, 1, 2],
            knee: nil),
        Shape(testDescription: "two points have none", points: [(10, 100), (20, 90)], front: [0, 1], knee: nil),
        Shape(testDescription: "one point has none", points: [(10, 100)], front: [0], knee: nil),
        Shape(
            testDescription: "where the fastest agrees most it is all there is", points: [(10, 90), (20, 100)],
            front: [1], knee: nil),
        Shape(
            testDescription: "of equal ones the first is kept", points: [(10, 100), (20, 90), (20, 90)], front: [0, 1],
            knee: nil),
        Shape(testDescription: "no points", points: [], front: [], knee: nil),
    ]

    @Test("the front and its knee follow from the points", arguments: shapes)
    func knee(of shape: Shape) {
        let tradeOff = TradeOff(shape.points.map { (speed: $0.0, agreement: $0.1) })
        #expect(tradeOff.front == shape.front)
        #expect(tradeOff.knee == shape.knee)
    }
}
