import Testing
import TrackModel

@testable import Detectors

/// Letters as numbers: no pixels.
@Suite struct TextLineGroupingTests {
    private func letter(
        _ left: Double, bottom: Double = 100, width: Double = 10, height: Double = 16, stroke: Double = 3,
        isBright: Bool = false
    ) -> LetterShape {
        LetterShape(
            box: Box(left: left, top: bottom - height, width: width, height: height), fill: 0.4,
            inside: isBright ? 220 : 30, outside: isBright ? 30 : 220, stroke: stroke, strokeDeviation: 0.1)
    }

    private func row(from left: Double, count: Int, bottom: Double = 100) -> [LetterShape] {
        (0..<count).map { letter(left + Double($0) * 13, bottom: bottom) }
    }

    @Test func lettersBesideEachOtherAreALineFromTheFirstToTheLast() throws {
        let lines = TextLineGrouping.lines(of: row(from: 20, count: 6).reversed())
        #expect(lines.count == 1)
        #expect(lines.first?.box == Box(left: 20, top: 84, width: 75, height: 16))
        #expect(lines.first?.letters.count == 6)
    }

    @Test(arguments: [
        ("words with a space between them are one line", 14.0, 1), ("columns are lines of their own", 60.0, 2),
    ])
    func distanceParts(point: String, gap: Double, count: Int) {
        let first = row(from: 20, count: 5)
        let second = row(from: first[4].box.right + gap, count: 5)
        #expect(TextLineGrouping.lines(of: first + second).count == count, "\(point)")
    }

    @Test func linesBelowEachOtherAreTwo() {
        let lines = TextLineGrouping.lines(of: row(from: 20, count: 5) + row(from: 20, count: 5, bottom: 122))
        #expect(lines.map(\.letters.count) == [5, 5])
    }

    @Test func twoLettersAreNoLine() { #expect(TextLineGrouping.lines(of: row(from: 20, count: 2)).isEmpty) }

    @Test func capitalsAndDescendersStandInTheirLine() throws {
        var letters = row(from: 20, count: 8)
        letters[0] = letter(20, height: 23)
        letters[3] = letter(59, bottom: 106, height: 22)
        let line = try #require(TextLineGrouping.lines(of: letters).first)
        #expect(line.letters.count == 8)
        #expect(line.measures.standing == 7.0 / 8 && line.measures.level == 1)
    }

    @Test func lettersThatStandUnevenlyAreLessSure() throws {
        let even = try #require(TextLineGrouping.lines(of: row(from: 20, count: 6)).first)
        let uneven = try #require(
            TextLineGrouping.lines(
                of: row(from: 20, count: 6).enumerated().map { index, shape in
                    letter(shape.box.left, bottom: 100 + [0, 5, -4, 7, -6, 3][index])
                }
            ).first)
        #expect(uneven.confidence < even.confidence - 0.05)
    }

    @Test func theHolesOfLettersAreNoLineOfTheirOwn() {
        let holes = row(from: 20, count: 6).map {
            LetterShape(
                box: $0.box.scaled(width: 0.5, height: 0.5), fill: 0.7, inside: 220, outside: 30, stroke: 3,
                strokeDeviation: 0.1)
        }
        #expect(TextLineGrouping.lines(of: row(from: 20, count: 6) + holes).count == 1)
    }

    @Test func aLetterFoundAtSeveralGrayLevelsCountsOnce() {
        let twice = row(from: 20, count: 5).flatMap { [$0, letter($0.box.left, width: 9.5, height: 15.5)] }
        #expect(TextLineGrouping.lines(of: twice).map(\.letters.count) == [5])
    }

    @Test func whatIsAllInkOrHasNoStrokesIsNoLetter() {
        let blocks = row(from: 20, count: 6).map { shape in
            LetterShape(
                box: shape.box, fill: 1, inside: 30, outside: 220, stroke: 10, strokeDeviation: 0)
        }
        #expect(TextLineGrouping.lines(of: blocks).isEmpty)
    }

    @Test func theOrderInWhichLettersComeDoesNotMatter() {
        let letters = row(from: 20, count: 7) + row(from: 160, count: 4) + row(from: 20, count: 5, bottom: 140)
        let expected = TextLineGrouping.lines(of: letters).map(\.box)
        for shift in 1..<letters.count {
            let turned = Array(letters[shift...] + letters[..<shift])
            #expect(TextLineGrouping.lines(of: turned).map(\.box) == expected)
        }
    }
}
