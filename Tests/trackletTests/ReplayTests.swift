import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Detections replayed")
struct ReplayTests {
    /// From round 90 on there are second looks.
    private static let range = ["--end", "105f"]

    @Test("what --save-detections kept gives the same tracks, byte for byte, without a detector")
    func sameAsLive() throws {
        let folder = try Scratch()
        for (name, source) in [
            ("live", ["--save-detections", "found.jsonl"]), ("plain", []),
            ("replayed", ["--detections", "found.jsonl"]),
        ] {
            let outputs = ["csv", "txt", "jsonl"].flatMap { ["-o", "\(name).\($0)"] }
            let run = try tracklet(["track", Inputs.sample] + Self.range + source + outputs, in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        let kept = try DetectionFile.read(folder("found.jsonl"))
        #expect(kept.contains { !$0.secondLooks.isEmpty }, "second looks are part of what is replayed")
        for ending in ["csv", "txt", "jsonl"] {
            let live = try folder.data("live.\(ending)")
            #expect(live.count > 1000)
            #expect(try folder.data("plain.\(ending)") == live, "keeping changes nothing")
            #expect(try folder.data("replayed.\(ending)") == live)
        }
    }

    @Test("what is kept is the same whatever the number of threads")
    func threads() throws {
        let folder = try Scratch()
        for count in ["1", "8"] {
            let run = try tracklet(
                [
                    "track", Inputs.sample, "-o", "\(count).csv", "--threads", count, "--save-detections",
                    "\(count).jsonl",
                ]
                    + Self.range, in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try folder.data("1.jsonl") == folder.data("8.jsonl"))
    }

    @Test("a MOTChallenge file of another detector gives tracks, called by --label")
    func otherDetector() throws {
        let folder = try Scratch()
        // Someone who walks, found on every fifth frame.
        let lines = stride(from: 0, to: 60, by: 5).map { "\($0 + 1),-1,\(206 + $0 / 10),99,62,80,0.9,-1,-1,-1\n" }
        try folder.put(lines.joined(), "det.txt")
        let run = try tracklet(
            ["track", Inputs.sample, "--detections", "det.txt", "--label", "pilot", "-o", "tracks.csv"] + Self.range,
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("1 track, ") && run.errors.contains("12 rounds"), "\(run.errors)")
        let frames = try TrackFile.read(folder("tracks.csv")).frames
        #expect(frames.count >= 56)
        #expect(frames.allSatisfy { $0.observations.map(\.label) == ["pilot"] })
        #expect(frames.contains { $0.observations.first?.source != .detected }, "it is followed between the rounds")
    }

    @Test("--interval thins what a file has on every frame")
    func interval() throws {
        let folder = try Scratch()
        let lines = (0..<60).map { "{\"frame\": \($0), \"detections\": []}\n" }
        try folder.put(lines.joined(), "found.jsonl")
        for (options, rounds) in [([], "60 rounds"), (["--interval", "20"], "4 rounds")] {
            let run = try tracklet(
                ["track", Inputs.sample, "--end", "60f", "--detections", "found.jsonl", "-o", "t.csv", "--overwrite"]
                    + options, in: folder)
            #expect(run.status == 0 && run.errors.contains(rounds), "\(run.errors)")
        }
    }

    @Test(
        "a file of another video is refused with the numbers, and nothing is written",
        arguments: [
            ("{\"frame\": 90, \"detections\": []}", "up to frame 90, and the video declares 25 frames"),
            ("{\"frame\": 26, \"detections\": []}", "up to frame 26, and the video has 25, counted from 0"),
            (
                "{\"frame\": 3, \"detections\": [{\"left\": 300, \"top\": 10, \"width\": 20, \"height\": 20}]}",
                "in frame 3 it has the box 300.0,10.0,20.0,20.0, and the picture has 64x48 pixels"
            ),
            (
                "{\"frame\": 5, \"time\": 0.2, \"detections\": []}",
                "its frame 5 is at 0.2 s, and the video's is at 0.5 s"
            ),
        ])
    func foreign(line: String, reason: String) throws {
        let folder = try Scratch()
        try folder.put(line + "\n", "found.jsonl")
        let run = try tracklet("track", Inputs.plain, "--detections", "found.jsonl", "-o", "t.csv", in: folder)
        #expect(run.status == 65 && run.errors.contains(reason), "\(run.errors)")
        #expect(folder.names == ["found.jsonl"])
    }

    @Test("a part of the video that the file says nothing of is refused")
    func nothingTracked() throws {
        let folder = try Scratch()
        try folder.put("3,-1,10,10,20,20,1\n", "det.txt")
        let run = try tracklet(
            "track", Inputs.plain, "--detections", "det.txt", "--start", "10f", "-o", "t.csv", in: folder)
        #expect(run.status == 65 && run.errors.contains("frames 2 to 2 none was tracked"), "\(run.errors)")
        #expect(folder.names == ["det.txt"])
    }

    @Test(
        "what contradicts --detections is a usage error",
        arguments: [
            (["-d", "face"], "beside the detector face"), (["--min-size", "20"], "--min-size has no effect"),
            (["--save-detections", "t.csv"], "named twice"), (["--save-detections", ""], "names no file"),
        ])
    func contradictions(options: [String], words: String) throws {
        let folder = try Scratch()
        try folder.put("3,-1,10,10,20,20,1\n", "det.txt")
        let run = try tracklet(
            ["track", Inputs.plain, "--detections", "det.txt", "-o", "t.csv"] + options, in: folder)
        #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
        #expect(folder.names == ["det.txt"])
    }

    @Test("the detections that are read are spared, and a missing file is no input")
    func files() throws {
        let folder = try Scratch()
        try folder.put("3,-1,10,10,20,20,1\n", "det.txt")
        let over = try tracklet(
            "track", Inputs.plain, "--detections", "mot:det.txt", "-o", "det.txt", "--overwrite", in: folder)
        #expect(over.status == 64 && over.errors.contains("is the input itself"), "\(over.errors)")
        #expect(try folder.text("det.txt") == "3,-1,10,10,20,20,1\n")
        #expect(try tracklet("track", Inputs.plain, "--detections", "none.txt", in: folder).status == 66)
    }

    @Test(
        "a configuration that was dumped with --detections reads back, and a detector on the command line replaces it")
    func configuration() throws {
        let folder = try Scratch()
        try folder.put("3,-1,10,10,20,20,1\n", "det.txt")
        let dump = try tracklet(
            "track", "--detections", "det.txt", "--label", "head", "--dump-config", in: folder)
        try folder.put(dump.output, "c.json")
        #expect(try tracklet("track", "--config", "c.json", "--dump-config", in: folder).output == dump.output)
        let replaced = try tracklet("track", "--config", "c.json", "-d", "rectangle", "--dump-config", in: folder)
        #expect(replaced.output.contains("rectangle") && !replaced.output.contains("det.txt"))
        let back = try tracklet("track", "-d", "rectangle", "--dump-config", in: folder)
        try folder.put(back.output, "d.json")
        let other = try tracklet("track", "--config", "d.json", "--detections", "det.txt", "--dump-config", in: folder)
        #expect(other.output.contains("det.txt") && !other.output.contains("rectangle"), "\(other.errors)")
    }
}
