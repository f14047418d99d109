import Foundation
import Testing
import TrackFormats
import TrackModel

@testable import tracklet

@Suite("tracklet convert")
struct ConvertTests {
    private let folder: Scratch
    private static let rows = """
        frame,time,track,label,left,top,width,height,confidence,source\r
        0,0.000000,1,face,10.00,20.00,30.00,40.00,0.9000,detected\r
        1,0.040000,1,face,11.00,20.00,30.00,40.00,0.8000,tracked\r
        3,0.120000,1,face,13.00,20.00,30.00,40.00,0.7000,interpolated\r

        """
    private static let size = ["--width", "640", "--height", "360"]

    init() throws {
        folder = try Scratch()
        try folder.put(Self.rows, "a.csv")
    }

    private func convert(_ arguments: String...) throws -> CommandResult {
        try tracklet(["convert"] + arguments, in: folder)
    }

    @Test(
        "goes to a format and back without losing what that holds",
        arguments: TrackFormat.all.filter { $0.holds.contains(.boxes) }.map(\.name))
    func thereAndBack(name: String) throws {
        let format = try #require(TrackFormat.named(name))
        let there = try tracklet(["convert", "a.csv", "\(name):there", "--fps", "25"] + Self.size, in: folder)
        #expect(there.status == 0, "\(there.errors)")
        #expect(there.errors.contains("3 frames, 1 track, 3 observations"))
        #expect(there.errors.contains("written: there"))
        let back = try tracklet("convert", "\(name):there", "-", "--fps", "25", "--label", "face", in: folder)
        var expected = Self.rows
        if !format.holds.contains(.confidences) {
            for confidence in ["0.9000", "0.8000", "0.7000"] { expected.replace(confidence, with: "1.0000") }
        }
        if !format.holds.contains(.sources) {
            for source in ["tracked", "interpolated"] { expected.replace(source, with: "detected") }
        }
        if name == "kitti" { expected.replace(",face,", with: ",Pedestrian,") }
        #expect(back.output == expected)
    }

    @Test("says what the format cannot hold, unless it is to be quiet")
    func losses() throws {
        let told = try convert("a.csv", "b.txt")
        #expect(told.errors.contains("note: mot cannot hold times; labels (face); sources (detected, tracked …)."))
        #expect(try convert("a.csv", "c.txt", "-q").errors.isEmpty)
        #expect(try !convert("a.csv", "d.jsonl").errors.contains("note:"))
    }

    @Test(
        "asks for what the target needs and the source does not tell, and writes nothing",
        arguments: [
            (["a.csv", "b.xml"], "--width and --height"), (["a.csv", "b.coco.json"], "--width and --height"),
            (["a.csv", "b.labelstudio.json", "--width", "640", "--height", "360"], "--fps"),
            (["a.txt", "b.vtt"], "--fps"), (["a.txt", "b.captions.vtt"], "--fps"),
        ])
    func needs(arguments: [String], option: String) throws {
        try folder.put("1,1,2,3,4,5,1,-1,-1,-1\n2,1,2,3,4,5,1,-1,-1,-1\n", "a.txt")
        let run = try tracklet(["convert"] + arguments, in: folder)
        #expect(run.status == 64 && run.errors.contains(option), "\(run.errors)")
        #expect(folder.names == ["a.csv", "a.txt"])
    }

    @Test("what the options say of the video counts, and times are made where there are none")
    func options() throws {
        try folder.put("1,1,2,3,4,5,1,-1,-1,-1\n3,1,2,3,4,5,1,-1,-1,-1\n", "a.txt")
        let run = try tracklet(
            ["convert", "a.txt", "b.labelstudio.json", "--fps", "10", "--frames", "50", "--mot-pixel-base", "0"]
                + Self.size,
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let document = try TrackFile.read(folder("b.labelstudio.json"))
        #expect(document.frames.map(\.time) == [0, 0.2])
        #expect(document.header?.source.declaredFrameCount == 50 && document.header?.source.nominalFrameRate == 10)
        #expect(abs((document.frames[0].observations.first?.box.left ?? 0) - 2) < 1e-6)
        #expect(document.frames[0].observations.first?.label == "object")
    }

    @Test("--keyframe-tolerance thins CVAT's key frames")
    func tolerance() throws {
        try folder.put(
            "frame,track,left,top,width,height\n"
                + (0..<50).map { "\($0),1,\(Double($0 % 2)),0,10,10\n" }.joined(), "zigzag.csv")
        for (tolerance, count) in [("0", 51), ("1", 3)] {
            let run = try tracklet(
                ["convert", "zigzag.csv", "z.xml", "--overwrite", "--frames", "60", "--keyframe-tolerance", tolerance]
                    + Self.size, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try folder.text("z.xml").split(separator: "keyframe=\"1\"").count - 1 == count)
        }
    }

    @Test("detections stay detections, or are refused where there is no place for them")
    func detections() throws {
        try folder.put("1,-1,2,3,4,5,0.5,-1,-1,-1\n", "det.txt")
        #expect(try convert("det.txt", "-").output.contains("\n0,0.000000,,object,1.00,2.00,4.00,5.00,0.5000,detected"))
        #expect(try convert("det.txt", "a.vatic.txt").status == 64)
        try folder.put("1,-1,2,3,4,5,0.5,-1,-1,-1\n1,1,2,3,4,5,0.5,-1,-1,-1\n", "both.txt")
        let mixed = try convert("both.txt", "b.csv")
        #expect(mixed.status == 65 && mixed.errors.contains("side by side"))
        #expect(folder.names == ["a.csv", "both.txt", "det.txt"])
    }

    @Test("keeps the facts and the options of a JSON document")
    func facts() throws {
        let run = try tracklet(
            "track", Inputs.plain, "-d", "none", "--seed", "10,10,20,20", "-o", "a.json", "-o", "a.xml", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try convert("a.json", "b.json").status == 0)
        #expect(try folder.text("b.json") == folder.text("a.json"))
        #expect(try convert("a.json", "b.xml").status == 0)
        func head(_ name: String) throws -> Substring? { try folder.text(name).split(separator: "<track").first }
        #expect(try head("b.xml") == head("a.xml"))
    }

    @Test("never overwrites unless told to, and never its own source")
    func overwriting() throws {
        try folder.put("mine", "b.txt")
        let refused = try convert("a.csv", "b.txt")
        #expect(refused.status == 73 && refused.errors.contains("--overwrite"))
        #expect(try folder.text("b.txt") == "mine")
        #expect(try convert("a.csv", "b.txt", "--overwrite").status == 0)
        for output in ["a.csv", "mot:./a.csv"] {
            let run = try convert("a.csv", output, "--overwrite")
            #expect(run.status == 64 && run.errors.contains("is the input itself"))
        }
        #expect(try folder.text("a.csv") == Self.rows)
    }

    @Test("reads standard input and writes standard output")
    func streams() throws {
        let run = try shell(
            "cat a.csv | \"$TRACKLET\" convert - jsonl:- -q | \"$TRACKLET\" convert jsonl:- - -q", in: folder)
        #expect(run.output == Self.rows)
    }

    @Test(
        "nonsense is told in a sentence",
        arguments: [
            (["convert"], 64, "Name two files"), (["convert", "a.csv"], 64, "named: a.csv"),
            (["convert", "a.csv", "xml:b.csv"], 64, "no format xml"), (["convert", "a.csv", "b"], 64, "no ending"),
            (["convert", "a.csv", "b.xml", "--width", "3"], 64, "belong together"),
            (["convert", "a.csv", "b.vtt", "--fps", "0"], 64, "'0' of --fps"),
            (["convert", "a.csv", "b.vtt", "--frames", "x"], 64, "'x' of --frames"),
            (["convert", "a.csv", "b.vtt", "--label", ""], 64, "of --label"),
            (["convert", "a.csv", "b.xml", "--keyframe-tolerance", "-1"], 64, "'-1' of --keyframe-tolerance"),
            (["convert", "none.csv", "b.txt"], 66, "no such file"),
            (["convert", "mot:a.csv", "b.json"], 65, "a.csv, line 1"),
            (["convert", "captions:a.vtt", "b.csv"], 64, "hold no boxes"),
            (["validate"], 64, "No file is named"), (["validate", "a.csv", "b.csv"], 64, "One file is checked"),
            (["validate", "none.csv"], 66, "no such file"), (["convrt"], 64, "did you mean convert?"),
        ])
    func nonsense(arguments: [String], status: Int32, words: String) throws {
        try folder.put("WEBVTT\n\n00:00.000 --> 00:02.000\nface 1 enters\n", "a.vtt")
        let run = try tracklet(arguments, in: folder)
        #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.hasPrefix("tracklet: ") && run.data.isEmpty)
        #expect(folder.names == ["a.csv", "a.vtt"])
    }
}

@Suite("tracklet validate")
struct ValidateTests {
    @Test("prints each finding with its line and ends with 65, or says that all is well and ends with 0")
    func findings() throws {
        let folder = try Scratch()
        try folder.put("1,1,2,3,4,5,1,-1,-1,-1\n1,1,2,3,4,5,1,-1,-1,-1\n9,1,2,3,4,0,1,-1,-1,-1\n", "a.txt")
        let bad = try tracklet("validate", "a.txt", "--frames", "5", in: folder)
        #expect(bad.status == 65)
        #expect(
            bad.output == """
                a.txt:2: error: track 1 is in frame 0 a second time
                a.txt:3: error: frame 8, counted from 0, lies beyond the video's 5 frames
                a.txt:3: warning: the box has no area

                """)
        #expect(bad.errors.contains("a.txt breaks the rules of mot: 2 errors"))

        try folder.put("frame,left,top,width,height\n0,1,2,3,4\n", "b.csv")
        let good = try tracklet("validate", "b.csv", in: folder)
        #expect(good.status == 0 && good.errors.isEmpty)
        #expect(good.output == "b.csv: every reader of csv takes it (1 frame, 0 tracks, 1 detection)\n")
        #expect(try tracklet("validate", "b.csv", "-q", in: folder).output.isEmpty)
    }

    @Test("of a thousand findings the first hundred are printed")
    func many() throws {
        let folder = try Scratch()
        try folder.put(String(repeating: "x\n", count: 1000), "a.txt")
        let run = try tracklet("validate", "a.txt", in: folder)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 101 && lines.last == "… and 900 more")
        #expect(run.errors.contains("1000 errors"))
    }
}
