import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Inputs, good and bad")
struct InputTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// Follows a box, without detectors, so that each frame has something in it.
    private func follow(_ input: String, box: String = "10,10,20,20") throws -> CommandResult {
        try tracklet("track", input, "-d", "none", "--seed", box, "-o", "out.jsonl", "--overwrite", in: folder)
    }

    @Test("a source that holds no video is told in one sentence, and no file is left")
    func noVideo() throws {
        try FileManager.default.createDirectory(atPath: folder("empty"), withIntermediateDirectories: false)
        try folder.put("", "nothing.mp4")
        try folder.put("hello\n", "text.mp4")
        try folder.put(Inputs.sound, "sound.wav")
        // The index of this one is at its end.
        try folder.put(Inputs.data(Inputs.video("upright.mp4")).prefix(900), "cut.mp4")
        let before = folder.names
        for (input, status, words) in [
            ("missing.mp4", 66, "no such file"), ("empty", 66, "a folder without pictures"),
            ("frames/%05d.png", 66, "matches no file"), ("nothing.mp4", 65, "is empty"),
            ("text.mp4", 65, "FFmpeg knows no such format"), ("sound.wav", 65, "no video in it"),
            ("cut.mp4", 65, "can be decoded"),
        ] as [(String, Int32, String)] {
            for command in ["track", "detect"] {
                let run = try tracklet(command, input, "-o", "out.csv", in: folder)
                #expect(run.status == status, "\(input)")
                #expect(run.errors.contains(input) && run.errors.contains(words), "\(run.errors)")
                #expect(run.errors.split(whereSeparator: \.isNewline).count == 1, "\(run.errors)")
                #expect(folder.names == before)
            }
        }
    }

    @Test(
        "what decodes of a damaged video is tracked, and the damage told",
        arguments: ["cut.mp4", "cut.mkv", "holes.mkv"])
    func damaged(name: String) throws {
        switch name {
        case "cut.mp4": try folder.put(Inputs.data(Inputs.plain).prefix(3400), name)
        case "cut.mkv": try folder.put(Inputs.data(Inputs.matroska).prefix(2300), name)
        default:
            var data = try Inputs.data(Inputs.matroska)
            for index in 1900..<1960 { data[index] = UInt8(index * 37 % 256) }
            try folder.put(data, name)
        }
        let run = try follow(name)
        #expect(run.status == 0)
        #expect(run.errors.contains("note: "), "\(run.errors)")
        let frames = try TrackFile.read(folder("out.jsonl")).frames
        #expect((2...25).contains(frames.count))
        #expect(frames.allSatisfy { !$0.observations.isEmpty })
    }

    @Test("tiny pictures and single frames go through, with every detector", arguments: [(1, 1), (3, 5), (24, 1)])
    func tiny(width: Int, height: Int) throws {
        try folder.put(Inputs.picture(width, height), "tiny.pgm")
        let detectors = ["face", "profile-face", "eye", "rectangle"].flatMap { ["-d", $0] }
        for command in ["track", "detect"] {
            let run = try tracklet([command, "tiny.pgm"] + detectors, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("1 frame (1 decoded"))
        }
        #expect(try follow("tiny.pgm", box: "0,0,1,1").status == 0)
        #expect(try TrackFile.read(folder("out.jsonl")).frames.count == 1)
    }

    @Test("a folder and a numbered pattern are read as sequences")
    func sequences() throws {
        try FileManager.default.createDirectory(atPath: folder("frames"), withIntermediateDirectories: false)
        for number in 1...4 { try folder.put(Inputs.picture(40, 30), "frames/0000\(number).pgm") }
        for input in ["frames", "frames/", "frames/%05d.pgm"] {
            #expect(try follow(input).status == 0)
            #expect(try TrackFile.read(folder("out.jsonl")).frames.map(\.frame) == [0, 1, 2, 3])
        }
    }

    @Test("a stream is read from standard input, and a file redirected to it")
    func standardInput() throws {
        let options = "-d none --seed 10,10,20,20 -o - -q"
        let named = try shell("\"$TRACKLET\" track '\(Inputs.matroska)' \(options)", in: folder)
        #expect(named.output.split(whereSeparator: \.isNewline).count == 21)
        for line in [
            "cat '\(Inputs.matroska)' | \"$TRACKLET\" track - \(options)",
            "\"$TRACKLET\" track - \(options) < '\(Inputs.matroska)'",
        ] {
            let run = try shell(line, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output == named.output)
        }
        let empty = try shell("\"$TRACKLET\" track - < /dev/null", in: folder)
        #expect(empty.status == 65 || empty.status == 66, "\(empty.errors)")
        #expect(empty.data.isEmpty)
    }

    @Test("rotation and a varying rate are told")
    func oddities() throws {
        let turned = try follow(Inputs.video("rotated-90.mp4"))
        #expect(turned.errors.contains("turned by 90 degrees"))
        #expect(try follow(Inputs.matroska).errors.contains("The frame rate varies"))
    }

    @Test("one picture is detected in, and its rows have no track")
    func picture() throws {
        let picture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../DetectorsTests/Fixtures/astronaut.pgm").path
        let run = try tracklet("detect", picture)
        #expect(run.status == 0)
        let rows = run.output.split(whereSeparator: \.isNewline)
        #expect(rows.count == 2, "\(run.output)")
        #expect(rows.last?.hasPrefix("0,0.000000,,face,") == true)
        #expect(run.errors.hasPrefix("1 frame (1 decoded, 1 declared), 1 detection, "))
        #expect(
            try tracklet("detect", picture, "--min-confidence", "1").output.split(whereSeparator: \.isNewline).count
                == 1)
    }
}
