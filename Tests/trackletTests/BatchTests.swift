import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Several videos at once")
struct BatchTests {
    private let folder: Scratch
    /// What makes a run of a few frames fast, and its result other than nothing.
    private let follow = ["-d", "none", "--seed", "10,10,20,20", "--output-dir", "out"]

    init() throws {
        folder = try Scratch()
        for name in ["c/day1", "x"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        let plain = try Inputs.data(Inputs.plain)
        for name in ["a.mp4", "x/a.mp4", "c/day1/d.mp4", "c/.hidden.mp4"] { try folder.put(plain, name) }
        try folder.put(try Inputs.data(Inputs.matroska), "c/e.mkv")
        try folder.put("no video", "broken.mp4")
    }

    private func track(_ operands: [String], _ options: String...) throws -> CommandResult {
        try tracklet(["track"] + operands + follow + options, in: folder)
    }

    /// The results below a folder, manifests aside.
    private func results(_ name: String = "out") -> [String] {
        let all = FileManager.default.enumerator(atPath: folder(name))?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder(name + "/" + path), isDirectory: &isFolder)
            return !path.hasPrefix(".tracklet") && !isFolder.boolValue
        }.sorted()
    }

    @Test(
        "each has its results, what a run by itself writes; one that fails stops no other and is told at the end, with 1"
    )
    func each() throws {
        let run = try track(
            ["a.mp4", "broken.mp4", "x/a.mp4", "missing.mp4", "c", "c/e.mkv"], "--format", "csv,mot", "--format",
            "jsonl", "--jobs", "2")
        #expect(run.status == 1)
        #expect(run.data.isEmpty)
        let names = ["a", "day1/d", "e", "x/a"]
        #expect(results() == names.flatMap { [$0 + ".csv", $0 + ".jsonl", $0 + ".txt"] })
        let lines = run.errors.split(separator: "\n").map(String.init)
        let end = lines.suffix(4)
        #expect(end.first == "6 videos: 4 tracked, 2 failed")
        #expect(end.dropFirst().first == "tracklet: 2 inputs failed:")
        #expect(end.dropFirst(2).first?.hasPrefix("  broken.mp4 cannot be read as a video") == true)
        #expect(end.last?.hasPrefix("  missing.mp4 cannot be opened") == true)
        // Whole lines, each with its video's name.
        let labels = names.map { $0 + ": " } + ["broken: failed", "missing: failed"]
        #expect(lines.dropLast(4).allSatisfy { line in labels.contains { line.hasPrefix($0) } }, "\(run.errors)")

        for (source, name) in [("x/a.mp4", "x/a"), ("c/e.mkv", "e")] {
            let outputs = ["one.csv", "mot:one.txt", "one.jsonl"].flatMap { ["-o", $0] }
            let single = try tracklet(
                ["track", source, "--overwrite"] + follow.dropLast(2) + outputs, in: folder)
            #expect(single.status == 0)
            for ending in ["csv", "txt", "jsonl"] {
                let data = try folder.data("one.\(ending)")
                #expect(try folder.data("out/\(name).\(ending)") == data)
                #expect(data.count > 200)
            }
        }
    }

    @Test("the same bytes come from one and three at a time, with one and three threads")
    func jobs() throws {
        for name in ["1.mp4", "2.mp4", "3.mp4"] { try folder.put(try Inputs.data(Inputs.sample), name) }
        for (jobs, threads) in [("1", "3"), ("3", "1")] {
            let run = try tracklet(
                [
                    "track", "1.mp4", "2.mp4", "3.mp4", "--end", "25f", "--jobs", jobs, "--threads", threads, "-q",
                    "--output-dir", "out" + jobs,
                ], in: folder)
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
        }
        let first = try folder.data("out1/1.csv")
        #expect(first.count > 1000)
        for name in ["out1/2.csv", "out1/3.csv", "out3/1.csv", "out3/2.csv", "out3/3.csv"] {
            #expect(try folder.data(name) == first)
        }
    }

    @Test("a folder of pictures is one input, called after the folder")
    func pictures() throws {
        try FileManager.default.createDirectory(atPath: folder("shot"), withIntermediateDirectories: false)
        for index in 1...3 { try folder.put(Inputs.picture(64, 48), "shot/\(index).pgm") }
        #expect(try track(["shot", "a.mp4"]).status == 0)
        #expect(results() == ["a.csv", "shot.csv"])
        #expect(try folder.text("out/shot.csv").split(whereSeparator: \.isNewline).count == 4)
    }

    @Test("a folder without videos is told, beside the others' results")
    func emptyFolder() throws {
        let run = try track(["out", "a.mp4", "x/none"])
        #expect(run.status == 1)
        try FileManager.default.createDirectory(atPath: folder("empty"), withIntermediateDirectories: false)
        let other = try track(["empty", "x"])
        #expect(other.status == 1)
        #expect(other.errors.contains("empty is a folder without videos or pictures"))
    }
}

// MARK: - What is there already

extension BatchTests {
    /// When a file was put in its place, told by its number: replaced files have another.
    private func number(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
        return try #require(attributes[.systemFileNumber] as? Int)
    }

    @Test("nothing is replaced without --overwrite, and the others are tracked all the same")
    func existing() throws {
        try FileManager.default.createDirectory(atPath: folder("out"), withIntermediateDirectories: false)
        try folder.put("mine", "out/a.csv")
        for options in [[], ["--resume"]] {
            let run = try tracklet(["track", "a.mp4", "c/e.mkv"] + follow + options, in: folder)
            #expect(run.status == 1)
            #expect(run.errors.contains("out/a.csv exists already") && run.errors.contains("--overwrite"))
            #expect(try folder.text("out/a.csv") == "mine")
            #expect(results() == ["a.csv", "e.csv"])
        }
        #expect(try track(["a.mp4", "c/e.mkv"], "--overwrite").status == 0)
        #expect(try folder.text("out/a.csv").hasPrefix("frame,time"))
    }

    @Test("--resume keeps what is finished and tracks what is missing, to the same bytes")
    func resume() throws {
        let all = ["a.mp4", "x/a.mp4", "c"]
        #expect(try track(all, "--format", "csv,jsonl").status == 0)
        let before = try results().map { try folder.data("out/" + $0) }
        let kept = try number("out/a.csv")
        try FileManager.default.removeItem(atPath: folder("out/x/a.jsonl"))
        try FileManager.default.removeItem(atPath: folder("out/e.csv"))
        try FileManager.default.removeItem(atPath: folder("out/e.jsonl"))
        // Its content is what counts, not when it was written, and not how many threads or files at once there are.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: folder("a.mp4"))
        let run = try track(all, "--format", "csv,jsonl", "--resume", "--threads", "3", "--jobs", "3")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("4 videos: 2 tracked, 2 kept\n"), "\(run.errors)")
        #expect(run.errors.contains("x/a: written: out/x/a.jsonl\n"))
        #expect(try results().map { try folder.data("out/" + $0) } == before)
        #expect(try number("out/a.csv") == kept)
        #expect(try track(all, "--format", "csv", "--resume").errors.contains("4 videos: 4 kept\n"))
        #expect(try track(all, "--format", "csv,mot", "--resume").errors.contains("4 videos: 4 tracked\n"))
        #expect(try track(all, "--format", "csv,jsonl,mot", "--resume").errors.contains("4 videos: 4 kept\n"))
    }

    @Test(
        "--resume keeps nothing that another run would make otherwise",
        arguments: ["options", "source", "result", "manifest"])
    func stale(what: String) throws {
        #expect(try track(["a.mp4"]).status == 0)
        let before = try folder.data("out/a.csv")
        var options = ["--resume"]
        switch what {
        case "options": options += ["--end", "5f"]
        case "source": try folder.put(try Inputs.data(Inputs.video("upright.mp4")), "a.mp4")
        case "result": try folder.put(before.dropLast(), "out/a.csv")
        default: try folder.put("{}", "out/.tracklet/a.json")
        }
        let there = try folder.data("out/a.csv")
        let refused = try tracklet(["track", "a.mp4"] + follow + options, in: folder)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("is not what this run would make"))
        #expect(try folder.data("out/a.csv") == there)
        let replaced = try tracklet(["track", "a.mp4"] + follow + options + ["--overwrite"], in: folder)
        #expect(replaced.errors.contains("1 video: 1 tracked"), "\(replaced.errors)")
        #expect(try tracklet(["track", "a.mp4"] + follow + options, in: folder).errors.contains("1 video: 1 kept"))
    }

    @Test("a result never takes the place of a video")
    func inputs() throws {
        let data = try Inputs.data(Inputs.plain)
        try FileManager.default.createDirectory(atPath: folder("out"), withIntermediateDirectories: false)
        try folder.put(data, "out/a.csv")
        let run = try track(["a.mp4", "out/a.csv"], "--overwrite")
        #expect(run.status == 64)
        #expect(run.errors.contains("is the input itself"))
        #expect(try folder.data("out/a.csv") == data)
    }

    @Test(
        "an interruption leaves what is finished and nothing of what was under way; --resume goes on",
        arguments: [SIGINT, SIGHUP])
    func interruption(signal: Int32) throws {
        // One that is soon done, and one that is not: its frames are of the sample's size and number.
        try folder.put(try Inputs.data(Inputs.sample), "long.mp4")
        let arguments = ["track", "a.mp4", "long.mp4", "--interval", "1", "--threads", "1"] + ["--output-dir", "out"]
        let errors = Pipe()
        let run = try CommandRun(arguments, in: folder, errors: errors)
        // The report of the first.
        _ = try #require(try errors.fileHandleForReading.read(upToCount: 1))
        run.signal(signal)
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let result = try run.result()
        #expect(result.status == 130)
        #expect(!result.crashed)
        #expect(said.contains("2 videos: 1 tracked, 1 not done\nnote: Interrupted; "), "\(said)")
        #expect(results() == ["a.csv"])
        let again = try tracklet(["track", "a.mp4", "--interval", "1", "--output-dir", "out", "--resume"], in: folder)
        #expect(again.errors.contains("1 video: 1 kept"))
    }
}
