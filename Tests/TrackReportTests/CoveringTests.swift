import Foundation
import Testing
import TrackModel
import VideoIO

@testable import TrackReport

@Suite("Covering")
struct CoveringTests {
    private let box = Box(left: 20, top: 16, width: 8, height: 10)

    private func settings(_ what: String = "all", grow: Double = 1.5, hold: Double = 0.5) throws -> BlurSettings {
        var settings = BlurSettings(selection: try BlurSelection(what))
        settings.grow = grow
        settings.holdSeconds = hold
        return settings
    }

    private func coverage(_ timeline: TrackTimeline, _ settings: BlurSettings) -> BlurCoverage {
        BlurCoverage(path: timeline.paths[0], settings: settings, timeline: timeline)
    }

    @Test("a place is held for its seconds before and after a track, and no longer")
    func hold() throws {
        let coverage = coverage(Stage.timeline(10...12) { _ in box }, try settings(hold: 0.3))
        let origins = (0..<25).map { coverage.places(inFrame: $0, at: Double($0) / 10).first?.origin }
        #expect(origins[..<7].allSatisfy { $0 == nil })
        #expect(origins[7..<10].allSatisfy { $0 == .held })
        #expect(origins[10...12].allSatisfy { $0 == .observed })
        #expect(origins[13...15].allSatisfy { $0 == .held })
        #expect(origins[16...].allSatisfy { $0 == nil })
    }

    @Test("what is held also covers where the object may have moved meanwhile")
    func moving() throws {
        let timeline = Stage.timeline(10...14) { Box(left: Double(10 + 3 * ($0 - 10)), top: 16, width: 8, height: 10) }
        let coverage = coverage(timeline, try settings())
        let held = try #require(coverage.places(inFrame: 16, at: 1.6).first?.box)
        // Three pixels a frame, two frames on: centre at 10 + 12 + 6 + 4.
        #expect(held.contains(Point(x: 31.9, y: 21)) && held.contains(Point(x: 22, y: 21)))
        #expect(held.right >= 28 + 8 + 2)
        let before = try #require(coverage.places(inFrame: 8, at: 0.8).first?.box)
        #expect(before.left <= 10 - 6 - 2 + 0.01)
    }

    @Test("gaps are filled at their times, however long; long ones are covered at both ends too")
    func gaps() throws {
        let frames = [0, 1, 5, 6, 30, 31]
        let timeline = Stage.timeline(frames) { Box(left: Double($0), top: 16, width: 8, height: 10) }
        let coverage = coverage(timeline, try settings(grow: 1))
        let short = coverage.places(inFrame: 3, at: 0.3)
        #expect(short.count == 1 && short[0].origin == .interpolated)
        #expect(abs(short[0].box.left - 3) < 1e-6)
        for frame in 7..<30 {
            let places = coverage.places(inFrame: frame, at: Double(frame) / 10)
            #expect(abs(places[0].box.left - Double(frame)) < 1e-5)
            #expect(places.count == (frame <= 11 || frame >= 25 ? 2 : 1))
        }
    }

    @Test("tracks without times are held by the video's rate")
    func withoutTimes() throws {
        let timeline = TrackTimeline(
            [FrameObservations(frame: 100, time: 0, observations: [Stage.observation(1, box)])], frameRate: 50)
        let coverage = coverage(timeline, try settings(hold: 0.1))
        #expect(coverage.places(inFrame: 95, at: 3.1).count == 1)
        #expect(coverage.places(inFrame: 94, at: 3).isEmpty)
    }

    @Test(
        "what is asked for is found; what no track is called is an error, not a face left to be seen",
        arguments: [
            ("faces", true), ("face", true), ("all", true), ("1", true), ("2", false), ("1,2", false), ("fase", false),
            ("plate", false), ("faces,1", true),
        ])
    func selection(text: String, isThere: Bool) throws {
        let timeline = Stage.timeline(0...3) { _ in box }
        let selection = try BlurSelection(text)
        if isThere {
            try selection.check(against: timeline)
            #expect(selection.contains(timeline.paths[0]))
        } else {
            let error = try #require(throws: TrackletError.self) { try selection.check(against: timeline) }
            #expect(error.kind == .usage)
        }
    }

    @Test("an empty part of a selection is refused", arguments: ["", ",", "faces,", " "])
    func emptySelection(text: String) { #expect(throws: TrackletError.self) { try BlurSelection(text) } }

    @Test(
        "nothing of the pattern under the mask is left, and nothing beyond its rim is touched",
        arguments: BlurStyle.allCases, [true, false])
    func unrecognisable(style: BlurStyle, isEllipse: Bool) throws {
        let picture = try Stage.stripes()
        let before = try Stage.luma(picture)
        let box = Box(left: 60, top: 30, width: 60, height: 60)
        try PictureCanvas(picture).cover(box, style: style, isEllipse: isEllipse)
        let after = try Stage.luma(picture)
        for y in 0..<120 {
            for x in 0..<200 {
                let (u, v) = ((Double(x) + 0.5 - 90) / 30, (Double(y) + 0.5 - 60) / 30)
                let reach = isEllipse ? (u * u + v * v).squareRoot() : max(abs(u), abs(v))
                if reach < 0.97 {
                    // The stripes are 160 apart.
                    #expect(abs(Int(after[y][x]) - Int(after[y][x - 2])) < 40, "\(x),\(y)")
                }
                if reach > 1.35 { #expect(after[y][x] == before[y][x]) }
            }
        }
    }

    @Test("a mask at the corner of the picture covers what is in it", arguments: BlurStyle.allCases)
    func corner(style: BlurStyle) throws {
        let picture = try Stage.stripes()
        try PictureCanvas(picture).cover(
            Box(left: -20, top: -20, width: 60, height: 60), style: style, isEllipse: false)
        let luma = try Stage.luma(picture)
        #expect(abs(Int(luma[0][0]) - Int(luma[0][2])) < 40)
        #expect(abs(Int(luma[30][30]) - Int(luma[30][32])) < 40)
    }

    @Test(
        "a box however large covers the picture, and one however far away covers nothing",
        arguments: BlurStyle.allCases, [-900_000.0, -4_000_000, 5_000_000])
    func enormous(style: BlurStyle, left: Double) throws {
        let timeline = Stage.timeline([0]) { _ in Box(left: left, top: -900_000, width: 6_000_000, height: 6_000_000) }
        var settings = try settings(grow: 1)
        settings.style = style
        var cover = try TrackCover(timeline, settings: settings, facts: Stage.facts, producer: "test")
        let picture = try Stage.stripes(Stage.facts.size)
        let before = try Stage.luma(picture)
        try cover.cover(picture)
        let after = try Stage.luma(picture)
        for (x, y) in [(4, 2), (59, 45), (32, 24)] {
            if left > 0 {
                #expect(after[y][x] == before[y][x])
            } else {
                #expect(abs(Int(after[y][x]) - Int(after[y][x - 2])) < 40, "\(x),\(y)")
            }
        }
    }

    @Test("the account tells covered, filled-in and held frames, and those at risk with the reason")
    func audit() throws {
        // Found in frame 4 inside the picture, lost to view from 8 to 15, fast from 17 to 18, doubtful in 19.
        let frames = Array(4...7) + Array(16...19)
        let timeline = TrackTimeline(
            frames.map { frame in
                let left = frame < 18 ? 20.0 : 40
                return FrameObservations(
                    frame: frame, time: Double(frame) / 10,
                    observations: [
                        Stage.observation(
                            3, Box(left: left, top: 16, width: 8, height: 10), confidence: frame == 19 ? 0.4 : 0.9)
                    ])
            })
        var cover = try TrackCover(timeline, settings: try settings(hold: 0.2), facts: Stage.facts, producer: "test")
        let reader = try PictureReader(Stage.plain)
        while let picture = try reader.nextPicture() { try cover.cover(picture) }
        cover.finish()
        let entry = try #require(cover.audit.tracks.first)
        #expect(entry.observed.spans == [4...7, 16...19])
        #expect(entry.interpolated.spans == [8...15])
        #expect(entry.held.spans == [2...3, 20...21])
        #expect(entry.framesCovered == 20 && entry.framesFilledIn == 12)
        #expect(entry.atRisk["beginsInView"]?.spans == [4...4])
        #expect(entry.atRisk["longGap"]?.spans == [8...15])
        #expect(entry.atRisk["fastMotion"]?.spans == [18...18])
        #expect(entry.atRisk["lowConfidence"]?.spans == [19...19])
        #expect(entry.atRisk["endsInView"]?.spans == [19...19])
        #expect(entry.framesAtRisk == 1 + 8 + 1 + 1)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(try cover.audit.json())) as? [String: Any])
        #expect(json["framesInVideo"] as? Int == 25)
        #expect(json["framesWithCover"] as? Int == 20)
        #expect((json["tracks"] as? [[String: Any]])?.first?["held"] as? [[Int]] == [[2, 3], [20, 21]])
    }
}
