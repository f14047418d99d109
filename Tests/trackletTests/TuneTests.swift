import Foundation
import Testing
import TrackTuning
import TrackingPipeline

@testable import tracklet

@Suite("tracklet tune", .timeLimit(.minutes(10)))
struct TuneTests {
    /// Options that make the sample quick to compare.
    private static let quick = ["--end", "50f", "--min-size", "60", "--intervals", "1,10"]

    private struct Report: Decodable {
        let frames: Int
        let framesRead: Int
        let samples: [Sample]
        let settings: [Setting]
        let timing: Timing

        struct Sample: Decodable {
            let firstFrame: Int
            let lastFrame: Int
        }

        struct Setting: Decodable {
            let name: [String: String]
            let rounds: Int
            let agreement: [String: Double]?
        }

        struct Timing: Decodable {
            let advice: String
            let settings: [Cost]
        }

        struct Cost: Decodable {
            let milliseconds: Double
            let framesPerSecond: Double
            let stages: [String: Double]
        }
    }

    @Test(
        "the table, the JSON and the page tell of every setting, and the JSON is the same in every run but for the time it took"
    )
    func outcome() throws {
        let folder = try Scratch()
        let arguments = ["tune", Inputs.sample] + Self.quick
        let run = try tracklet(arguments + ["--json", "a.json", "--report", "a.html"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0].contains("All of it was tracked: 50 frames"))
        #expect(lines[2].hasPrefix("1 ") && lines[2].contains(" 100.0 ") && lines[2].contains("reference"))
        #expect(lines[3].hasPrefix("10 "))
        #expect(lines[4].contains("--interval"))
        #expect(run.errors.contains("written: a.json, a.html"))

        let report = try JSONDecoder().decode(Report.self, from: folder.data("a.json"))
        #expect(report.settings.map { $0.name["interval"] } == ["1", "10"])
        #expect(report.settings[0].agreement?["HOTA"] == 1)
        #expect(report.settings[0].rounds == 50 && report.settings[1].rounds < 10)
        #expect(report.timing.advice == lines[4])
        for cost in report.timing.settings {
            #expect(cost.milliseconds > 0 && cost.framesPerSecond > 0)
            #expect(abs(cost.stages.values.reduce(0, +) - cost.milliseconds) < 1e-9)
        }

        let page = try folder.text("a.html")
        #expect(!page.contains(URL(fileURLWithPath: Inputs.sample).deletingLastPathComponent().path))
        #expect(page.contains(lines[4].replacing("\"", with: "&quot;")) && page.contains("<svg class=\"narrow\""))
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))

        #expect(try tracklet(arguments + ["--threads", "1", "--json", "b.json", "-q"], in: folder).status == 0)
        func withoutTiming(_ name: String) throws -> NSDictionary {
            var object = try #require(
                JSONSerialization.jsonObject(with: folder.data(name)) as? [String: Any])
            #expect(object.removeValue(forKey: "timing") != nil)
            return object as NSDictionary
        }
        #expect(try withoutTiming("a.json") == withoutTiming("b.json"))
    }

    @Test("of a long video samples are tracked, and the table says so")
    func samples() throws {
        let folder = try Scratch()
        let run = try tracklet(
            ["tune", Inputs.sample, "--min-size", "60", "--intervals", "1,10", "--samples", "2", "--sample", "1"]
                + ["--json", "a.json"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("2 samples of 1 s, spread over its 12 s, were tracked: 50 frames."))
        let report = try JSONDecoder().decode(Report.self, from: folder.data("a.json"))
        #expect(report.samples.map(\.firstFrame) == [63, 213])
        #expect(report.frames == 50 && report.framesRead < 300)
    }

    @Test("a video with nothing in it gets no advice and no plot, and its table no agreement")
    func nothing() throws {
        let folder = try Scratch()
        let run = try tracklet(
            "tune", Inputs.plain, "--report", "a.html", "--json", "a.json", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("There is no advice"))
        #expect(try !folder.text("a.html").contains("<svg"))
        let report = try JSONDecoder().decode(Report.self, from: folder.data("a.json"))
        #expect(report.settings.allSatisfy { $0.agreement == nil })
    }

    @Test(
        "wrong options are named, and nothing is written",
        arguments: [
            (["--intervals", "1,0"], "'0' is none"), (["--intervals", "1,,5"], "'' is none"),
            (["--intervals", "5,5"], "name each interval once"), (["--intervals", "1"], "nothing to hold against it"),
            (["--intervals", "x"], "'x' is none"), (["--levels", "fast,slow"], "fast, accurate or fast,accurate"),
            (["--levels", "fast,fast"], "--levels"), (["--levels", "fast", "--tracker", "kcf"], "beside --levels"),
            (["--loss", "-1"], "--loss"), (["--samples", "0"], "--samples"), (["--sample", "0.5"], "--sample"),
            (["--detector", "none"], "nothing to compare"), (["--intervall", "5"], "--intervals"),
            (["--json", "-", "--report", "-"], "both go to standard output"),
            (["--json", "x", "--report", "./x"], "named twice"), (["--seed", "1,1,9,9"], "no option --seed"),
            (["--tracker", "nope"], "no tracker 'nope'"),
        ])
    func wrong(options: [String], words: String) throws {
        let folder = try Scratch()
        let run = try tracklet(["tune", Inputs.plain] + options, in: folder)
        #expect(run.status == 64)
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output.isEmpty && folder.names.isEmpty)
    }

    @Test("an existing file is kept, unless --overwrite is given", arguments: ["--json", "--report"])
    func overwrite(option: String) throws {
        let folder = try Scratch()
        try folder.put("mine", "out")
        let kept = try tracklet("tune", Inputs.plain, option, "out", in: folder)
        #expect(kept.status == 73)
        #expect(try folder.text("out") == "mine")
        let replaced = try tracklet("tune", Inputs.plain, option, "out", "--overwrite", in: folder)
        #expect(replaced.status == 0)
        #expect(try folder.text("out") != "mine")
    }

    @Test("the video itself is never an output")
    func spared() throws {
        let folder = try Scratch()
        let video = try folder.put(Inputs.data(Inputs.plain), "v.mp4")
        let run = try tracklet("tune", video, "--json", video, "--overwrite", in: folder)
        #expect(run.status == 64 && run.errors.contains("is the input itself"))
        #expect(try folder.data("v.mp4") == Inputs.data(Inputs.plain))
    }

    @Test("--json - takes the place of the table")
    func standardOutput() throws {
        let run = try tracklet("tune", Inputs.plain, "--json", "-")
        #expect(run.status == 0)
        _ = try JSONDecoder().decode(Report.self, from: run.data)
    }

    struct Named: Sendable {
        let intervals: [Int]
        var levels: [String] = ["accurate"]
        let settings: [String]
        let reference: Int
    }

    @Test(
        "interval 1 at the best level is the reference, and run though it was not named",
        arguments: [
            Named(intervals: [1, 5], settings: ["1 accurate", "5 accurate"], reference: 0),
            Named(intervals: [5, 1], settings: ["5 accurate", "1 accurate"], reference: 1),
            Named(intervals: [5], settings: ["1 accurate", "5 accurate"], reference: 0),
            Named(
                intervals: [1, 5], levels: ["fast", "accurate"],
                settings: ["1 fast", "5 fast", "1 accurate", "5 accurate"], reference: 2),
            Named(
                intervals: [5], levels: ["fast", "accurate"], settings: ["5 fast", "1 accurate", "5 accurate"],
                reference: 1),
            Named(intervals: [5], levels: ["fast"], settings: ["1 fast", "5 fast"], reference: 0),
        ])
    func reference(of named: Named) throws {
        let parsed = try ParsedArguments(
            [
                "--intervals", named.intervals.map(String.init).joined(separator: ","), "--levels",
                named.levels.joined(separator: ","),
            ], options: TuneOptionTable.all)
        let (settings, reference) = try TuneOptions(parsed).settings(tracker: nil)
        #expect(settings.map { "\($0.interval) \($0.trackerName)" } == named.settings)
        #expect(reference == named.reference)
    }

    @Test("labels of a plot cover neither points nor each other, and stay inside")
    func labels() {
        let points: [(x: Double, y: Double)] = (0..<12).map { index in
            let (column, row) = (Double(index % 4), Double(index / 4))
            return (x: 60 + column * 9, y: 60 + row * 9)
        }
        let labels = points.enumerated().map { index, point in
            PlotLabel(text: "\(index) fast", isBold: index == 0, x: point.x, y: point.y)
        }
        let taken = points.map { PlotArea(x: $0.x - 7, y: $0.y - 7, width: 14, height: 14) }
        let bounds = PlotArea(x: 0, y: 0, width: 200, height: 150)
        let places = PlotLabel.places(for: labels, besides: taken, in: bounds).compactMap(\.self)
        #expect(places.count >= 4)
        for (index, place) in places.enumerated() {
            #expect(bounds.contains(place))
            #expect(!taken.contains { $0.overlaps(place) })
            #expect(!places[..<index].contains { $0.overlaps(place) })
        }
    }
}
