import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Outputs")
struct OutputTests {
    private let folder: Scratch
    private let follow = ["track", Inputs.plain, "-d", "none", "--seed", "10,10,20,20"]

    init() throws { folder = try Scratch() }

    private func run(_ options: String...) throws -> CommandResult { try tracklet(follow + options, in: folder) }

    @Test("several are written at once and say the same; data alone is on standard output")
    func several() throws {
        let run = try run("-o", "a.csv", "-o", "mot:b", "-o", "c.json", "-o", "d.jsonl", "-o", "csv:-")
        #expect(run.status == 0, "\(run.errors)")
        #expect(folder.names == ["a.csv", "b", "c.json", "d.jsonl"])
        #expect(try folder.text("a.csv") == run.output)
        #expect(run.errors.contains("written: a.csv, b, c.json, d.jsonl"))
        let boxes = try ["a.csv", "mot:" + folder("b"), "c.json", "d.jsonl"].map { name in
            try TrackFile.read(name.hasPrefix("mot:") ? name : folder(name)).frames.map { $0.observations.map(\.box) }
                .filter { !$0.isEmpty }
        }
        #expect(boxes[0].count > 5)
        #expect(boxes.allSatisfy { $0 == boxes[0] })
        #expect(try TrackFile.read(folder("c.json")).header?.options["detector"] == "none")
    }

    @Test("without -o, and with -o -, CSV goes to standard output")
    func standardOutput() throws {
        let plain = try run()
        #expect(plain.output.hasPrefix("frame,time,track,label,left,top,width,height,confidence,source"))
        #expect(try run("-o", "-").output == plain.output)
        #expect(folder.names.isEmpty)
    }

    @Test("--mot-pixel-base shifts MOTChallenge boxes by one")
    func pixelBase() throws {
        let one = try run("-o", "mot:-", "--end", "1f").output
        let zero = try run("-o", "mot:-", "--end", "1f", "--mot-pixel-base", "0").output
        #expect(one.hasPrefix("1,1,11.00,11.00,20.00,20.00,"))
        #expect(zero.hasPrefix("1,1,10.00,10.00,20.00,20.00,"))
    }

    @Test("a file that exists is left as it is, unless --overwrite is given")
    func existing() throws {
        try folder.put("mine", "a.csv")
        let refused = try run("-o", "b.jsonl", "-o", "a.csv")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("a.csv exists already") && refused.errors.contains("--overwrite"))
        #expect(try folder.text("a.csv") == "mine")
        #expect(folder.names == ["a.csv"])
        #expect(try run("-o", "a.csv", "--overwrite").status == 0)
        #expect(try folder.text("a.csv").hasPrefix("frame,time"))
    }

    @Test(
        "no output replaces what the run reads, whatever name it goes by",
        arguments: [
            "\"$TRACKLET\" track - -o csv:video.mp4 --overwrite -q < video.mp4",
            "\"$TRACKLET\" track video.mp4 -q >> video.mp4",
            "\"$TRACKLET\" track video.mp4 --config c.json -o c.json --overwrite -q",
            "\"$TRACKLET\" track pictures -o csv:pictures/1.pgm --overwrite -q",
            "\"$TRACKLET\" track pictures/%d.pgm -o csv:pictures/1.pgm --overwrite -q",
        ])
    func everythingRead(line: String) throws {
        try folder.put(try Inputs.data(Inputs.plain), "video.mp4")
        try folder.put(Data("{\"interval\": 5}".utf8), "c.json")
        try FileManager.default.createDirectory(atPath: folder("pictures"), withIntermediateDirectories: false)
        // A picture of one white pixel, as portable gray map.
        try folder.put(Data("P5 1 1 255\n".utf8) + Data([255]), "pictures/1.pgm")
        let names = ["video.mp4", "c.json", "pictures/1.pgm"]
        let before = try names.map { try folder.data($0) }
        let run = try shell(line, in: folder)
        #expect(run.status == 64, "\(run.errors)")
        #expect(run.errors.contains("is the input itself"))
        #expect(try names.map { try folder.data($0) } == before)
    }

    @Test("an interruption ends a run at once that still waits for its source to open")
    func waitingSource() throws {
        let line = "mkfifo pipe; timeout --signal INT --kill-after 20 1 \"$TRACKLET\" track pipe -o a.csv --quiet"
        let started = ContinuousClock.now
        #expect(try shell(line, in: folder).status == 124)
        #expect(ContinuousClock.now - started < .seconds(15), "it did not have to be killed")
        #expect(!FileManager.default.fileExists(atPath: folder("a.csv")))
    }

    @Test("an interruption ends a run at once whose output waits for a reader")
    func waitingOutput() throws {
        let line =
            "mkfifo pipe; timeout --signal INT --kill-after 20 1 \"$TRACKLET\" track '\(Inputs.plain)' -o csv:pipe -q"
        let started = ContinuousClock.now
        #expect(try shell(line, in: folder).status == 124)
        #expect(ContinuousClock.now - started < .seconds(15), "it did not have to be killed")
    }

    @Test("the input is never an output")
    func input() throws {
        let data = try Inputs.data(Inputs.plain)
        try folder.put(data, "video.mp4")
        try FileManager.default.createSymbolicLink(atPath: folder("link.csv"), withDestinationPath: "video.mp4")
        for (command, output) in [("track", "csv:video.mp4"), ("track", "link.csv"), ("detect", "csv:./video.mp4")] {
            let run = try tracklet(command, "video.mp4", "-o", output, "--overwrite", in: folder)
            #expect(run.status == 64)
            #expect(run.errors.contains("is the input itself"))
        }
        #expect(try folder.data("video.mp4") == data)
    }

    @Test("a place where nothing can be written is told before any work, with 73")
    func unwritable() throws {
        try folder.put("", "file")
        try FileManager.default.createDirectory(atPath: folder("a.csv"), withIntermediateDirectories: false)
        for (output, words) in [
            ("none/a.csv", "no folder none"), ("file/a.csv", "no folder file"), ("a.csv", "it is a folder"),
            ("csv:b/", "it is a folder"),
        ] {
            let run = try run("-o", "other.jsonl", "-o", output)
            #expect(run.status == 73)
            #expect(run.errors.contains(words), "\(run.errors)")
            #expect(folder.names == ["a.csv", "file"])
        }
    }

    @Test("a symbolic link that leads nowhere is told as one")
    func danglingLinks() throws {
        try FileManager.default.createSymbolicLink(atPath: folder("a.csv"), withDestinationPath: "none/x.csv")
        try FileManager.default.createSymbolicLink(atPath: folder("sub"), withDestinationPath: "nowhere")
        for (output, words) in [
            ("a.csv", "a symbolic link to ./none/x.csv, and there is no folder ./none"),
            ("sub/a.csv", "sub is a symbolic link that leads nowhere"),
        ] {
            let run = try run("-o", output)
            #expect(run.status == 73)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test(
        "a folder without the right to enter it, and a FIFO without the right to write, are told",
        .enabled(if: geteuid() != 0))
    func forbiddenPlaces() throws {
        try FileManager.default.createDirectory(atPath: folder("locked/in"), withIntermediateDirectories: true)
        chmod(folder("locked"), 0o600)
        defer { chmod(folder("locked"), 0o700) }
        #expect(try run("-o", "locked/in/a.csv").errors.contains("no right to enter the folder locked;"))
        mkfifo(folder("pipe"), 0o400)
        #expect(try run("-o", "csv:pipe").errors.contains("no right to write to it"))
    }

    @Test("a folder without the right to write is told", .enabled(if: geteuid() != 0))
    func forbidden() throws {
        try FileManager.default.createDirectory(
            atPath: folder("locked"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
        let run = try run("-o", "locked/a.csv")
        #expect(run.status == 73)
        #expect(run.errors.contains("no right to write"))
    }

    @Test("a full disk is told, with 73", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func full() throws {
        let run = try run("-o", "a.csv", "-o", "jsonl:/dev/full")
        #expect(run.status == 73)
        #expect(run.errors.contains("/dev/full") && run.errors.contains("the disk is full"))
        #expect(folder.names.isEmpty)
        let piped = try shell("\"$TRACKLET\" list formats > /dev/full", in: folder)
        #expect(piped.status == 73)
        // Nobody is left to tell, and the exit code still says it.
        #expect(try shell("\"$TRACKLET\" nonsense 2> /dev/full", in: folder).status == 64)
    }

    @Test("closed standard streams end no run by a crash")
    func closed() throws {
        #expect(try shell("\"$TRACKLET\" nonsense 2>&-", in: folder).status == 64)
        #expect(try shell("\"$TRACKLET\" --version >&-", in: folder).status == 73)
        #expect(try shell("\"$TRACKLET\" track '\(Inputs.plain)' --end 2f >&-", in: folder).status == 73)
        #expect(
            try shell("\"$TRACKLET\" track '\(Inputs.plain)' --end 2f -q -o a.csv <&- >&- 2>&-", in: folder).status == 0
        )
    }

    @Test("a reader that goes away is told, with 73 and no crash")
    func readerGone() throws {
        let line =
            "{ \"$TRACKLET\" track '\(Inputs.sample)' -d none --seed 205,98,62,80 -o jsonl:-; echo $? > status; } | head -n 1"
        let run = try shell(line, in: folder)
        #expect(run.output.split(whereSeparator: \.isNewline).count == 1)
        #expect(try folder.text("status") == "73\n", "\(run.errors)")
        #expect(run.errors.contains("whoever was reading it went away"))
    }
}
