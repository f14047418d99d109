import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("A file that is not what its format says")
struct MalformedFileTests {
    struct Case: CustomTestStringConvertible {
        let point: String
        let name: String
        let text: String
        /// nil where the message names a place in the document in its stead.
        let line: Int?
        let reason: String

        init(_ point: String, _ name: String, _ text: String, line: Int? = nil, _ reason: String) {
            self.point = point
            self.name = name
            self.text = text
            self.line = line
            self.reason = reason
        }

        var testDescription: String { "\(name): \(point)" }
    }

    private static let csvHeader = "frame,time,track,label,left,top,width,height,confidence,source\r\n"
    private static let csvRow = "0,0.0,1,face,1,2,3,4,0.5,detected\r\n"

    static let csvCases = [
        Case("nothing", "a.csv", "", line: 1, "the file is empty"),
        Case("another file", "a.csv", "MThd\u{0}\u{1}", line: 1, "no column frame, left, top, width, height"),
        Case("a column missing", "a.csv", "frame,left,top,width\n", line: 1, "no column height"),
        Case("a column twice", "a.csv", "frame,left,frame\n", line: 1, "column frame is there twice"),
        Case("too few values", "a.csv", csvHeader + csvRow + "1,0.04,1,face\r\n", line: 3, "4 values"),
        Case("too many values", "a.csv", csvHeader + "0,0,1,a,b,1,2,3,4,0.5,detected\n", line: 2, "11 values"),
        Case("a word", "a.csv", csvHeader + "0,0,1,face,x,2,3,4,0.5,detected\n", line: 2, "left is \"x\""),
        Case("nothing for a number", "a.csv", csvHeader + "0,0,1,face,,2,3,4,0.5,detected\n", line: 2, "left is \"\""),
        Case("not a number", "a.csv", csvHeader + "0,0,1,face,1,2,nan,4,0.5,detected\n", line: 2, "width is \"nan\""),
        Case("infinite", "a.csv", csvHeader + "0,1e999,1,face,1,2,3,4,0.5,detected\n", line: 2, "time is \"1e999\""),
        Case("decimal comma", "a.csv", csvHeader + "0,0,1,face,\"1,5\",2,3,4,1,detected\n", line: 2, "left is \"1,5\""),
        Case("negative width", "a.csv", csvHeader + "0,0,1,face,1,2,-3,4,0.5,detected\n", line: 2, "width is -3"),
        Case("half a frame", "a.csv", csvHeader + "0.5,0,1,face,1,2,3,4,0.5,detected\n", line: 2, "frame is \"0.5\""),
        Case("frame -1", "a.csv", csvHeader + "-1,0,1,face,1,2,3,4,0.5,detected\n", line: 2, "frame is -1"),
        Case("track 0", "a.csv", csvHeader + "0,0,0,face,1,2,3,4,0.5,detected\n", line: 2, "track is 0"),
        Case("confidence 2", "a.csv", csvHeader + "0,0,1,face,1,2,3,4,2,detected\n", line: 2, "confidence is 2"),
        Case("unknown source", "a.csv", csvHeader + "0,0,1,face,1,2,3,4,1,guessed\n", line: 2, "source is \"guessed\""),
        Case("same id twice", "a.csv", csvHeader + csvRow + csvRow, line: 3, "track 1 is in frame 0 a second time"),
        Case("two times", "a.csv", csvHeader + csvRow + "0,9,2,face,1,2,3,4,1,tracked\n", line: 3, "time is 9"),
        Case("open quote", "a.csv", csvHeader + csvRow + "0,0,2,\"face,1\n2,3", line: 3, "never closed"),
        Case(
            "after a quote", "a.csv", csvHeader + "0,0,2,\"face\"x,1,2,3,4,1,tracked\n", line: 2,
            "after a closing quote"),
        Case("a line in a label", "a.csv", csvHeader + "0,0,1,\"a\nb\",1,2,3,4,1,x\n", line: 2, "source is \"x\""),
        Case("after such a line", "a.csv", csvHeader + "0,0,1,\"a\nb\",1,2,3,4,1,tracked\nx", line: 4, "1 values"),
    ]

    static let motCases = [
        Case("too few values", "a.txt", "1,1,2,3,4\n", line: 1, "5 values"),
        Case("too many values", "a.txt", "\n1,1,2,3,4,5,6,7,8,9,10\n", line: 2, "11 values"),
        Case("a word", "a.txt", "1,1,2,3,4,5,high\n", line: 1, "confidence is \"high\""),
        Case("not a number", "a.txt", "1 1 nan 3 4 5 1\n", line: 1, "left is \"nan\""),
        Case("hexadecimal", "a.txt", "1 1 0x10 3 4 5 1\n", line: 1, "left is \"0x10\""),
        Case("frame 0", "a.txt", "0,1,2,3,4,5,1,-1,-1,-1\n", line: 1, "frame is 0, and frames are counted from 1"),
        Case("frame beyond all", "a.txt", "1e30,1,2,3,4,5,1,-1,-1,-1\n", line: 1, "frame is 1e30"),
        Case("id 0", "a.txt", "1,0,2,3,4,5,1,-1,-1,-1\n", line: 1, "id is 0"),
        Case("negative height", "a.txt", "1,1,2,3,4,-5,1,-1,-1,-1\n", line: 1, "height is -5"),
        Case("same id twice", "a.txt", "1,7,2,3,4,5,1\n2,7,2,3,4,5,1\n1,7,2,3,4,5,1\n", line: 3, "a second time"),
        Case("prose", "a.txt", "Not a track file at all.\n", line: 1, "frame is \"Not\""),
    ]

    private static let frameLine = "{\"frame\": 0, \"time\": 0, \"observations\": []}\n"

    private static func line(_ observation: String) -> String {
        frameLine + "{\"frame\": 1, \"time\": 0.04, \"observations\": [{\(observation)}]}\n"
    }

    private static let box = "\"left\": 1, \"top\": 2, \"width\": 3, \"height\": 4"

    static let jsonLinesCases = [
        Case(
            "cut off", "a.jsonl", frameLine + "{\"frame\": 1, \"ti", line: 2, "not valid JSON: Unexpected end of file"),
        Case("cut off in a number", "a.jsonl", frameLine + "{\"frame\": 1", line: 2, "Unexpected end of file"),
        Case("a list", "a.jsonl", "[1, 2]\n", line: 1, "the frame is not an object"),
        Case("no frame", "a.jsonl", "\n{\"time\": 0}\n", line: 2, "the frame has no \"frame\""),
        Case("frame in words", "a.jsonl", "{\"frame\": \"one\"}\n", line: 1, "frame is not a number"),
        Case("frame null", "a.jsonl", "{\"frame\": null}\n", line: 1, "frame is null"),
        Case("time null", "a.jsonl", "{\"frame\": 0, \"time\": null}\n", line: 1, "time is null and not a number"),
        Case("frame twice", "a.jsonl", frameLine + frameLine, line: 2, "frame 0 is there a second time"),
        Case("frame -1", "a.jsonl", "{\"frame\": -1}\n", line: 1, "frame is -1"),
        Case(
            "frame beyond all", "a.jsonl", "{\"frame\": 1e30}\n", line: 1, "frame is 1e+30, which is not a whole number"
        ),
        Case(
            "infinite", "a.jsonl", "{\"frame\": 0, \"time\": 1e999}\n", line: 1,
            "time is not a number that a program can hold"),
        Case(
            "two objects", "a.jsonl", "{\"frame\": 0} {\"frame\": 1}\n", line: 1, "not valid JSON: Invalid value around"
        ),
        Case("NaN", "a.jsonl", "{\"frame\": 0, \"time\": NaN}\n", line: 1, "Invalid value around character 21"),
        Case("no comma", "a.jsonl", "{\"frame\": 0 \"time\": 1}\n", line: 1, "Invalid value around character 12"),
        Case("no colon", "a.jsonl", "{\"frame\" 0}\n", line: 1, "Invalid value around character 9"),
        Case(
            "no width", "a.jsonl", line("\"left\": 1, \"top\": 2, \"height\": 4"), line: 2,
            "observations[0] has no \"width\""),
        Case(
            "negative width", "a.jsonl", line("\"left\": 1, \"top\": 2, \"width\": -3, \"height\": 4"), line: 2,
            "in observations[0], width is -3"),
        Case(
            "width in words", "a.jsonl", line("\(box)}, {\"left\": 1, \"top\": 2, \"width\": \"3\", \"height\": 4"),
            line: 2,
            "observations[1].width is not a number"),
        Case(
            "unknown source", "a.jsonl", line("\"source\": \"guess\", " + box), line: 2,
            "observations[0].source is \"guess\""),
        Case("confidence 2", "a.jsonl", line("\"confidence\": 2, " + box), line: 2, "confidence is 2"),
        Case("track 0", "a.jsonl", line("\"track\": 0, " + box), line: 2, "observations[0].track is 0"),
        Case(
            "track 1.5", "a.jsonl", line("\"track\": 1.5, " + box), line: 2, "track is 1.5, which is not a whole number"
        ),
        Case(
            "same id twice", "a.jsonl", line("\"track\": 4, \(box)}, {\"track\": 4, \(box)"), line: 2,
            "in observations[1], track 4 is in frame 1 a second time"),
        Case(
            "three corners", "a.jsonl", line(box + ", \"corners\": [[1,2],[3,4],[5,6]]"), line: 2,
            "observations[0].corners has 3 corners, not 4"),
        Case("a corner of one", "a.jsonl", line(box + ", \"corners\": [[1]]"), line: 2, "has a corner of 1 numbers"),
        Case(
            "a word in a corner", "a.jsonl", line(box + ", \"corners\": [[1,2],[3,\"x\"]]"), line: 2,
            "corners[1][1] is not"),
        Case(
            "a landmark missing", "a.jsonl", line(box + ", \"landmarks\": {\"rightEye\": [1, 2]}"), line: 2,
            "observations[0].landmarks"),
        Case(
            "a landmark of one", "a.jsonl", line(box + ", \"landmarks\": {\"rightEye\": [1]}"), line: 2,
            "observations[0].landmarks.rightEye has 1 numbers, not 2"),
        Case("bad escape", "a.jsonl", line("\"label\": \"\\q\", " + box), line: 2, "Invalid escape sequence"),
        Case("bad code", "a.jsonl", line("\"label\": \"\\u12G4\", " + box), line: 2, "Invalid hex encoded sequence"),
        Case("deep", "a.jsonl", "{\"x\": " + String(repeating: "[", count: 100_000), line: 1, "Too many nested arrays"),
    ]

    private static let start = "{\n\"format\": \"tracklet\",\n\"version\": 1,\n"

    static let jsonCases = [
        Case("nothing", "a.json", "", "not valid JSON: Unexpected end of file"),
        Case("cut off", "a.json", start + "\"tracks\": [\n{\"track\": 1,", "not valid JSON: Unexpected end of file"),
        Case("a word", "a.json", start + "\"tracks\": [x]}", "not valid JSON: Invalid value around character 49"),
        Case("a list", "a.json", "[1, 2]", "the document is not an object"),
        Case("other JSON", "a.json", "{\"images\": []}", "no \"format\": \"tracklet\""),
        Case("other format", "a.json", "{\n\"tracks\": [3], \"format\": \"coco\"}", "format is \"coco\""),
        Case("no tracks", "a.json", "{\n\"format\": \"tracklet\"}", "it has no \"tracks\""),
        Case("later version", "a.json", "{\"format\": \"tracklet\",\n\"version\": 2}", "version is 2"),
        Case(
            "no frame", "a.json", start + "\"tracks\": [{\"track\": 1, \"observations\": [\n{\(box)}]}]}",
            "in tracks[0].observations[0], there is no \"frame\""),
        Case("track -1", "a.json", start + "\"tracks\": [\n{\"track\": -1}]}", "tracks[0].track is -1"),
        Case("no number", "a.json", start + "\"tracks\": [{\"observations\": []}]}", "tracks[0] has no \"track\""),
        Case(
            "width in words", "a.json",
            start
                + "\"tracks\": [{\"track\": 1}, {\"track\": 2, \"observations\": [{\"frame\": 0, \(box)}, "
                + "{\"frame\": 1, \"left\": 1, \"top\": 2, \"width\": \"wide\", \"height\": 4}]}]}",
            "tracks[1].observations[1].width is not a number"),
        Case(
            "negative height", "a.json",
            start + "\"detections\": [{\"frame\": 0, \"left\": 1, \"top\": 2, \"width\": 3, \"height\": -4}]}",
            "in detections[0], height is -4"),
        Case(
            "same id twice", "a.json",
            start
                + "\"tracks\": [{\"track\": 1, \"observations\": [\n{\"frame\": 3, \(box)},\n{\"frame\": 3, \(box)}]}]}",
            "in tracks[0].observations[1], track 1 is in frame 3 a second time"),
        Case(
            "half a pixel", "a.json", start + "\"source\": {\"width\": 1.5}, \"tracks\": []}",
            "source.width is 1.5, which is not a whole number"),
        Case(
            "option a number", "a.json", start + "\"options\": {\"a\": 3}, \"tracks\": []}", "options.a is not a text"),
        Case(
            "more after it", "a.json", start + "\"tracks\": []}\n{}", "not valid JSON: Invalid value around character"),
    ]

    @Test(
        "is an error that names the file, the place and what is wrong",
        arguments: csvCases + motCases + jsonLinesCases + jsonCases + MalformedFileTests.handedOnCases)
    func message(one: Case) throws {
        let folder = try ScratchFolder()
        let path = try folder.put(one.text, in: one.name)
        let error = #expect(throws: TrackletError.self) { try TrackFile.read(path) }
        #expect(error?.kind == .badData)
        let message = error?.message ?? ""
        let isPlaced = one.line.map { message.hasPrefix("\(path), line \($0): ") }
        #expect(isPlaced ?? (message.hasPrefix("\(path), line ") || message.hasPrefix("\(path): ")), "\(message)")
        #expect(message.contains(one.reason), "\(message)")
    }

    @Test(
        "cut off anywhere is an error or fewer frames, never a crash",
        arguments: TrackFormat.all.filter { $0.holds.contains(.boxes) }.map(\.name))
    func truncated(name: String) throws {
        let folder = try ScratchFolder()
        let format = try #require(TrackFormat.named(name))
        // Without the last frame, a million frames on, to which a track that is cut off may go.
        let frames = Array(Samples.frames.dropLast())
        try Samples.write(frames, with: format.makeWriter(folder.file("whole"), TrackWritingOptions()))
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole")))
        let cut = folder.file("cut")
        // Of long files not every place: each costs a reading. The last bytes are those that matter.
        let lengths = (0..<whole.count).filter { whole.count < 1000 || $0 % 7 == 0 || $0 > whole.count - 20 }
        for length in lengths {
            try whole.prefix(length).write(to: URL(fileURLWithPath: cut))
            do {
                let document = try TrackFile.read(cut, format: format)
                #expect(document.frames.count <= Samples.frames.count)
                let isOneDocument = ["json", "cvat", "labelstudio", "coco"].contains(name)
                #expect(!isOneDocument || length == whole.count - 1)
            } catch {
                #expect(error.kind == .badData)
            }
        }
    }

    @Test("that is not in UTF-8 is an error with its line, never a crash")
    func otherEncoding() throws {
        let folder = try ScratchFolder()
        for (head, tail) in [
            ("<annotations>\n<a", "/></annotations>"), ("<annotations>\n<a b=\"", "\"/></annotations>"),
        ] {
            let path = folder.file("a.xml")
            try (Data(head.utf8) + [0xE4, 0xFF] + Data(tail.utf8)).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: TrackletError.self) { try TrackFile.read(path) }
            #expect(error?.message.contains("a.xml, line 2: a character is not in UTF-8") == true)
        }
    }

    @Test("that is not there is no input")
    func missing() throws {
        let folder = try ScratchFolder()
        for path in [folder.file("missing.csv"), "csv:" + folder.path] {
            let error = #expect(throws: TrackletError.self) { try TrackFile.read(path) }
            #expect(error?.kind == .noInput)
            #expect(error?.message.contains(folder.path) == true)
        }
    }
}
