import Foundation
import Testing
import TrackModel
import TrackingPipeline
import VideoIO

@testable import tracklet

@Suite("What is said on standard error")
struct TalkTests {
    private let folder: Scratch
    private let follow = ["track", Inputs.plain, "-d", "none", "--seed", "10,10,20,20", "-o", "a.csv", "--overwrite"]

    init() throws { folder = try Scratch() }

    /// The observations in the CSV file.
    private func rows() throws -> Int { try folder.text("a.csv").split(whereSeparator: \.isNewline).count - 1 }

    @Test("one summary at the end, and no progress where there is no terminal")
    func summary() throws {
        let run = try tracklet(follow, in: folder)
        #expect(
            run.errors.hasPrefix(
                "25 frames (25 decoded, 25 declared), 1 track, \(try rows()) observations, 4 rounds, 0 cuts, "),
            "\(run.errors)")
        #expect(run.errors.hasSuffix(" frames/s\nwritten: a.csv\n"))
        #expect(!run.errors.contains("\r"))
        #expect(run.data.isEmpty)
        let part = try tracklet(follow + ["--start", "10f", "--end", "11f"], in: folder)
        #expect(part.errors.hasPrefix("1 frame ("))
        #expect(part.errors.contains(", 1 track, 1 observation, 1 round, 0 cuts, "))
    }

    @Test("--quiet says nothing, errors aside, and wins over --verbose")
    func quiet() throws {
        #expect(try tracklet(follow + ["--quiet"], in: folder).errors.isEmpty)
        #expect(try tracklet(follow + ["-qv"], in: folder).errors.isEmpty)
        #expect(try tracklet(["detect", Inputs.plain, "-q", "-o", "b.csv"], in: folder).errors.isEmpty)
        #expect(try !tracklet("track", "missing.mp4", "-q", in: folder).errors.isEmpty)
    }

    @Test("a smallest size above the picture's or the region's height is noted, in a run that finds nothing")
    func impossibleSize() throws {
        for (command, options, words) in [
            ("track", ["--min-size", "49"], "--min-size 49 is larger than the picture of 64x48 pixels"),
            ("detect", ["--min-size", "60%", "--region", "0,0,64,20"], "larger than the region 0,0,64,20"),
        ] {
            let run = try tracklet([command, Inputs.plain, "-o", "a.csv", "--overwrite"] + options, in: folder)
            #expect(run.status == 0)
            #expect(run.errors.contains("note: Nothing can be found by face: its ") && run.errors.contains(words))
        }
        let possible = try tracklet("track", Inputs.plain, "-o", "b.csv", "--min-size", "48", in: folder)
        #expect(!possible.errors.contains("Nothing can be found"))
    }

    @Test("--profile tells each stage's time, and changes nothing")
    func profile() throws {
        #expect(try tracklet(follow, in: folder).status == 0)
        let plain = try folder.data("a.csv")
        let lines = try tracklet(follow + ["-q", "--profile"], in: folder).errors.split(separator: "\n")
        #expect(try folder.data("a.csv") == plain)
        let stages = ["decode", "gray and pyramid", "detection", "tracking", "assignment", "recognition", "writing"]
        let others = ["other threads, tasks", "start", "waiting"]
        #expect(lines.count == stages.count + others.count)
        for (line, stage) in zip(lines, stages + others) {
            #expect(line.hasPrefix("profile: \(stage) ") && line.contains(" ms  "), "\(line)")
        }
        for spent in ["decode", "gray and pyramid", "tracking"] {
            let line = lines.first { $0.hasPrefix("profile: \(spent) ") } ?? ""
            let milliseconds = line.dropFirst("profile: \(spent)".count).split(separator: " ").first.flatMap {
                Double($0)
            }
            #expect((milliseconds ?? 0) > 0, "\(line)")
        }
    }

    @Test("--verbose tells the source's facts and the options in effect")
    func verbose() throws {
        for arguments in [follow, ["detect", Inputs.plain, "-o", "b.csv"]] {
            let lines = try tracklet(arguments + ["-v"], in: folder).errors.split(separator: "\n")
            let facts =
                "64x48 pixels, 10.00 frames/s, 25 frames declared, 2.5 s, h264 yuv420p in mov,mp4,m4a,3gp,3g2,mj2"
            #expect(lines.first.map(String.init) == "\(Inputs.plain): \(facts)")
            #expect(lines.dropFirst().first?.hasPrefix("options: ") == true)
        }
    }

    @Test(
        "on a terminal a line shows the progress, and is gone at the end",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script") && isLinux))
    func progress() throws {
        let line = "'\(CommandRun.program.path)' track '\(Inputs.plain)' -o a.csv"
        let run = try CommandRun(
            ["-qec", line, "/dev/null"], of: URL(fileURLWithPath: "/usr/bin/script"), in: folder
        ).result()
        #expect(run.status == 0)
        #expect(run.output.contains("\r\u{1B}[Kframe 0  4 %  "))
        #expect(
            run.output.contains(" live tracks\r\u{1B}[K25 frames (25 decoded")
                || run.output.contains("\r\u{1B}[K25 frames ("))
    }

    @Test("the progress shows frame, percentage, speed, time left and live tracks")
    func progressText() {
        func text(_ done: Int, of expected: Int?, seconds: Double, tracks: Int?) -> String {
            ProgressLine.text(
                frame: done + 9, framesDone: done, expected: expected, seconds: seconds, liveTracks: tracks)
        }
        #expect(text(50, of: 200, seconds: 2, tracks: 3) == "frame 59  25 %  25 frames/s  0:06 left  3 live tracks")
        #expect(text(1, of: 7201, seconds: 1, tracks: 1) == "frame 10  0 %  1.0 frames/s  2:00:00 left  1 live track")
        #expect(text(50, of: nil, seconds: 2, tracks: 0) == "frame 59  25 frames/s  0 live tracks")
        #expect(text(50, of: 40, seconds: 2, tracks: nil) == "frame 59  100 %  25 frames/s  0:00 left")
        #expect(text(0, of: 0, seconds: 0, tracks: nil) == "frame 9  0.0 frames/s")
    }

    @Test(
        "the frames expected are those between start and end",
        arguments: [
            (nil, nil, 100), (.frame(20), nil, 80), (.frame(20), .frame(50), 30), (.seconds(1), .seconds(2), 25),
            (.frame(200), nil, 0), (nil, .seconds(1e7), 100), (.seconds(0.01), .frame(500), 99),
        ] as [(FrameLimit?, FrameLimit?, Int)])
    func expected(start: FrameLimit?, end: FrameLimit?, count: Int) {
        let facts = SourceFacts(
            name: "v", size: PixelSize(width: 1, height: 1), nominalFrameRate: 25, declaredFrameCount: 100)
        #expect(ExpectedFrames(facts, start: start, end: end).count == count)
        let unknown = SourceFacts(name: "v", size: PixelSize(width: 1, height: 1))
        #expect(ExpectedFrames(unknown, start: start, end: end).count == nil)
    }

    @Test("options reach the pipeline")
    func configuration() throws {
        var options = TrackOptions()
        try options.apply([
            Setting(name: "interval", value: "0.5s"), Setting(name: "confirm", value: "4"),
            Setting(name: "patience", value: "7"), Setting(name: "min-confidence", value: "0.6"),
            Setting(name: "max-tracks", value: "8"), Setting(name: "threads", value: "3"),
        ])
        let configuration = try options.configuration(isLive: true)
        #expect(configuration.interval == .seconds(0.5))
        #expect(configuration.confirmationRounds == 4)
        #expect(configuration.patience == .rounds(7))
        #expect(configuration.minimumConfidence == 0.6)
        #expect(configuration.maximumTracks == 8)
        #expect(configuration.threads == 3)
        #expect(!configuration.looksBack)
        #expect(
            try TrackOptions().configuration(isLive: false)
                == {
                    var standard = TrackingConfiguration()
                    standard.threads = TrackOptions().threadCount
                    return standard
                }())
    }
}

private var isLinux: Bool {
    #if os(Linux)
        true
    #else
        false
    #endif
}
