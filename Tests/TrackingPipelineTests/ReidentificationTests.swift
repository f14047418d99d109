import Testing
import TrackModel

@testable import TrackingPipeline

/// Which tracks are taken for one, by numbers alone: a track looks like its `look`, and two differ by the difference.
@Suite("Finding again") struct ReidentificationTests {
    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// Track, first frame, last frame, look.
        let tracks: [(Int, Int, Int, Float)]
        /// Later track to the first one it is.
        let returns: [Int: Int]
    }

    private static let cases = [
        Case(
            testDescription: "who looks the same and was gone comes back", tracks: [(1, 0, 9, 5), (2, 20, 29, 6)],
            returns: [2: 1]),
        Case(
            testDescription: "who looks different is another", tracks: [(1, 0, 9, 5), (2, 20, 29, 50)], returns: [:]),
        Case(
            testDescription: "two that are on screen together are two", tracks: [(1, 0, 20, 5), (2, 20, 29, 5)],
            returns: [:]),
        Case(
            testDescription: "of two that leave and return together each gets its own id",
            tracks: [(1, 0, 9, 5), (2, 0, 9, 12), (3, 20, 29, 11), (4, 20, 29, 6)], returns: [3: 2, 4: 1]),
        Case(
            testDescription: "the nearest pair is joined first, though another came first",
            tracks: [(1, 0, 9, 5), (2, 20, 29, 10), (3, 20, 29, 6)], returns: [3: 1]),
        Case(
            testDescription: "who comes back twice has the first id",
            tracks: [(1, 0, 9, 5), (2, 20, 29, 6), (3, 40, 49, 7)],
            returns: [2: 1, 3: 1]),
        Case(
            testDescription: "nobody joins two that were seen together, through a third",
            tracks: [(1, 0, 9, 4), (2, 0, 9, 9), (3, 20, 29, 6)], returns: [3: 1]),
        Case(
            testDescription: "when somebody who cannot be it looks as much the same, it is left open",
            tracks: [(1, 0, 9, 4), (2, 0, 9, 8.1), (3, 20, 29, 6)], returns: [:]),
        Case(
            testDescription: "one that looks a little like two people does not make them one",
            tracks: [(1, 0, 9, 5), (2, 20, 29, 12), (3, 40, 49, 20)], returns: [2: 1]),
        Case(
            testDescription: "a track of which nothing was seen is nobody", tracks: [(1, 0, 9, -1), (2, 20, 29, -1)],
            returns: [:]),
    ]

    private func returns(_ tracks: [(Int, Int, Int, Float)]) throws -> [Int: (track: Int, evidence: TrackReturn)] {
        let rule = Reidentification(threshold: 10, margin: 0.1) { Double(abs($0.values[0] - $1.values[0])) }
        return try rule.returns(
            among: tracks.map { track, first, last, look in
                Reidentification.Candidate(
                    track: track, span: TrackSpan(first: first, last: last),
                    descriptions: look < 0 ? [] : [AppearanceDescription(values: [look])])
            })
    }

    @Test(arguments: cases)
    private func comesBack(_ given: Case) throws {
        #expect(try returns(given.tracks).mapValues(\.track) == given.returns)
    }

    @Test("the evidence names the frames, the distance and the nearest that it cannot be")
    func evidence() throws {
        let found = try returns([(1, 0, 9, 4), (2, 0, 9, 9), (3, 20, 29, 6)])
        #expect(
            found[3]?.evidence
                == TrackReturn(
                    formerTrack: 3, frame: 20, lastFrame: 9, distance: 2, threshold: 10, otherDistance: 3))
    }
}
