import Foundation
import Testing
import TrackFormats
import TrackModel
import VideoIO

@Suite("Videos and pictures of tracks")
struct RenderTests {
    private let folder: Scratch

    init() throws {
        folder = try Scratch()
        try folder.put(Self.tracks(lastFrame: 24), "t.csv")
    }

    /// A face in every frame of 64x48, 10 a second.
    private static func tracks(lastFrame: Int, left: Int = 20) -> String {
        "frame,time,track,label,left,top,width,height,confidence,source\n"
            + (0...lastFrame).map { "\($0),\(Double($0) / 10),1,face,\(left),16,12,16,0.9,detected\n" }.joined()
    }

    private func render(_ arguments: String...) throws -> CommandResult {
        try tracklet(["render"] + arguments, in: folder)
    }

    @Test("track --video writes the tracks and their video, with all of its frames, times and sound")
    func track() throws {
        let run = try tracklet(
            "track", Inputs.video("with-sound.mp4"), "-d", "none", "--seed", "10,10,20,20", "-o", "t2.csv", "--video",
            "out.mp4", "--thumbnails", "faces", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("written: t2.csv") && run.errors.contains("written: out.mp4, faces"))
        #expect(folder.names == ["faces", "out.mp4", "t.csv", "t2.csv"])
        let facts = try VideoReader.open(folder("out.mp4")).facts
        #expect(facts.declaredFrameCount == 25 && facts.codec == "h264")
        #expect(try folder.data("out.mp4").range(of: Data("mp4a".utf8)) != nil)
    }

    @Test("the video is the same for any number of threads, and the same that render makes")
    func threads() throws {
        for count in ["1", "4"] {
            let run = try tracklet(
                "track", Inputs.sample, "--end", "30f", "-q", "-o", "\(count).json", "--video", "\(count).mp4",
                "--threads", count, in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        let run = try render(Inputs.sample, "1.json", "-o", "r.mp4", "--end", "30f", "-q")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let one = try folder.data("1.mp4")
        #expect(one.count > 10000)
        #expect(try folder.data("4.mp4") == one)
        #expect(try folder.data("r.mp4") == one)
    }

    @Test("every format that holds boxes can be drawn", arguments: TrackFormat.all.filter { $0.canBeDrawn }.map(\.name))
    func formats(name: String) throws {
        let convert = try tracklet(
            "convert", "t.csv", "\(name):tracks", "--width", "64", "--height", "48", "--fps", "10", "--frames", "25",
            "-q", in: folder)
        #expect(convert.status == 0, "\(convert.errors)")
        let run = try render(Inputs.plain, "\(name):tracks", "-o", "out.mp4")
        #expect(run.status == 0, "\(run.errors)")
        // Half of the box's left edge, orange with a dark rim, in the middle of the clip.
        let reader = try PictureReader(folder("out.mp4"))
        let source = try PictureReader(Inputs.plain)
        for _ in 0..<12 { _ = (try reader.nextPicture(), try source.nextPicture()) }
        let (drawn, plain) = (try #require(try reader.nextPicture()), try #require(try source.nextPicture()))
        let difference = try drawn.withPlanes { drawn in
            try plain.withPlanes { plain in
                (20..<28).reduce(0) { sum, y in
                    let place = y * drawn.lumaBytesPerRow + 20
                    return sum + abs(Int(drawn.luma[place]) - Int(plain.luma[y * plain.lumaBytesPerRow + 20]))
                }
            }
        }
        #expect(difference > 8 * 15)
    }

    @Test("--blur covers, --audit tells, and neither touches the source")
    func blur() throws {
        let run = try render(
            Inputs.plain, "t.csv", "-o", "out.mp4", "--blur", "faces", "--blur-style", "solid", "--audit", "a.json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("1 track covered"))
        let audit = try folder.text("a.json")
        #expect(audit.contains("\"framesCovered\" : 25") && audit.contains("\"style\" : \"solid\""))
        let frame = try #require(try VideoReader.open(folder("out.mp4")).nextFrame())
        let luma = frame.luma.withPixels { $0[24 * frame.luma.bytesPerRow + 26] }
        #expect(abs(Int(luma) - 96) < 6)
    }

    @Test("--report makes a page of the tracks, and one with the same video and tracks again")
    func report() throws {
        let run = try render(Inputs.plain, "t.csv", "--report", "page.html")
        #expect(run.status == 0 && run.errors.contains("page.html"), "\(run.errors)")
        let page = try folder.text("page.html")
        #expect(page.hasPrefix("<!doctype html>") && page.contains("plain.mp4") && page.contains("\"tracks\":[{"))
        #expect(try render(Inputs.plain, "t.csv", "--report", "page.html").status == 73)
        #expect(try folder.text("page.html") == page)
    }

    @Test(
        "what cannot be is refused in a sentence, before anything is written",
        arguments: [
            ("-o out.avi", 64, ".mp4"), ("-o out.mp4 --crf 0", 64, "1 to 51"), ("-o out.mp4 --crf 99", 64, "1 to 51"),
            ("-o out.mp4 --preset hasty", 64, "veryfast"), ("-o out.mp4 --blur-grow 9 --blur all", 64, "1 to 5"),
            ("-o out.mp4 --blur plate", 64, "labels are face"), ("-o out.mp4 --blur 7", 64, "--blur 7"),
            ("-o out.mp4 --audit a.json", 64, "--blur"), ("--blur faces --thumbnails f", 64, "--output"),
            ("", 64, "-o"),
            ("-o out.mp4 --overlay some", 64, "boxes or none"), ("-o v.mp4", 64, "the input itself"),
            ("-o t.csv", 64, ".mp4"), ("-o out.mp4 --blur all --audit t.csv --overwrite", 64, "the input itself"),
            ("-o nowhere/out.mp4", 73, "no folder nowhere"), ("-o out.mp4 --thumbnails there.mp4", 73, "it is a file"),
            ("--report page.txt", 64, ".html"), ("--report there.html", 73, "exists already"),
            ("-o out.mp4 --blur all --audit out.mp4", 64, "named twice"), ("-o there.mp4", 73, "exists already"),
        ])
    func refused(options: String, status: Int32, words: String) throws {
        try FileManager.default.copyItem(atPath: Inputs.plain, toPath: folder("v.mp4"))
        try folder.put("mine", "there.mp4")
        try folder.put("mine", "there.html")
        let before = folder.names
        let run = try tracklet(
            ["render", "v.mp4", "t.csv"] + options.split(separator: " ").map(String.init), in: folder)
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(folder.names == before)
        #expect(try folder.text("there.mp4") == "mine")
        #expect(try folder.text("there.html") == "mine")
        #expect(try folder.data("v.mp4") == Inputs.data(Inputs.plain))
    }

    @Test(
        "tracks of another video are refused with the numbers",
        arguments: [(30, 20, "frame 30", "25"), (24, 200, "200.0", "64x48")])
    func foreign(lastFrame: Int, left: Int, first: String, second: String) throws {
        try folder.put(Self.tracks(lastFrame: lastFrame, left: left), "other.csv")
        let run = try render(Inputs.plain, "other.csv", "-o", "out.mp4")
        #expect(run.status == 65 && run.errors.contains(first) && run.errors.contains(second), "\(run.errors)")
        #expect(!folder.has("out.mp4"))
    }

    @Test("a column that nobody knows does no harm; one that is missing is named")
    func columns() throws {
        try folder.put("mood,frame,left,top,width,height,track\ngood,3,20,16,12,16,1\n", "more.csv")
        #expect(try render(Inputs.plain, "more.csv", "-o", "out.mp4").status == 0)
        try folder.put("frame,left,top,width,track\n3,20,16,12,1\n", "less.csv")
        let run = try render(Inputs.plain, "less.csv", "-o", "out2.mp4")
        #expect(run.status == 65 && run.errors.contains("height"))
        try folder.put("frame,left,top,width,height,track\n3,20,16,12,16,\n", "detections.csv")
        let detections = try render(Inputs.plain, "detections.csv", "-o", "out2.mp4")
        #expect(detections.status == 65 && detections.errors.contains("without identity"))
        #expect(!folder.has("out2.mp4"))
    }

    @Test("a stream cannot be read twice, and is told so")
    func stream() throws {
        for line in [
            "\"$TRACKLET\" track - -o t2.csv --video out.mp4 < '\(Inputs.plain)'",
            "cat '\(Inputs.plain)' | \"$TRACKLET\" render /dev/stdin t.csv -o out.mp4",
            "\"$TRACKLET\" render - t.csv -o out.mp4 < '\(Inputs.plain)'",
        ] {
            let run = try shell(line, in: folder)
            #expect(run.status == 64 && run.errors.contains("a second time"), "\(run.errors)")
        }
        #expect(folder.names == ["t.csv"])
    }

    @Test("a full disk midway leaves nothing behind and is told in a sentence")
    func fullDisk() throws {
        // 4 blocks of 512 or 1024 bytes, as the shell counts.
        let run = try shell(
            "ulimit -f 4; \"$TRACKLET\" render '\(Inputs.sample)' t.csv -o out.mp4 --crf 10 --end 60f", in: folder)
        #expect(run.status == 73 && !run.crashed && run.errors.contains("ulimit -f"), "\(run.errors)")
        #expect(folder.names == ["t.csv"])
    }

    @Test("an interruption leaves a video that is whole up to there, or none, and the exit code is 130")
    func interrupted() throws {
        let tracks = Pipe()
        let run = try CommandRun(
            ["render", Inputs.sample, "csv:-", "-o", folder("out.mp4"), "--preset", "veryslow"], in: folder,
            input: tracks)
        // More than a pipe holds: once it is written, the program reads, and is past its opening.
        let row = "0,20,16,12,16,1," + String(repeating: "x", count: 100_000) + "\n"
        let table = "frame,left,top,width,height,track,remark\n" + row + row.replacing("0,20", with: "1,20")
        try tracks.fileHandleForWriting.write(contentsOf: Data(table.utf8))
        // The handler runs on a thread of its own: some pictures may be done before it, and are whole then. All 300 take it
        // many times as long as the handler needs.
        run.signal(SIGINT)
        try tracks.fileHandleForWriting.close()
        let result = try run.result()
        #expect(result.status == 130 && !result.crashed, "\(result.errors)")
        if folder.has("out.mp4") {
            let reader = try VideoReader.open(folder("out.mp4"))
            while try reader.nextFrame() != nil {}
            #expect(reader.summary.framesDecoded == reader.facts.declaredFrameCount)
        }
    }
}

extension TrackFormat {
    /// Captions hold no boxes.
    fileprivate var canBeDrawn: Bool { holds.contains(.boxes) }
}
