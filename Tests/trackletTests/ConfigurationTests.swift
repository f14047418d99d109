import Testing
import TrackFormats
import TrackModel
import TrackingPipeline

@testable import tracklet

@Suite("Configuration files")
struct ConfigurationTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func options(_ arguments: [String]) throws -> TrackOptions {
        let table = TrackOptionTable.all
        return try TrackOptions(try ParsedArguments(arguments, options: table), known: table)
    }

    private func options(_ file: String, _ arguments: String...) throws -> TrackOptions {
        try options(["--config", try folder.put(file, "c.json")] + arguments)
    }

    private func dump(_ options: TrackOptions) throws -> String { try options.dumped(known: TrackOptionTable.all) }

    @Test(
        "what --dump-config prints means the same when it is read back",
        arguments: [
            [], ["-n", "0.4s", "--patience", "3", "--level", "fast", "-q", "-v", "--overwrite", "--threads", "3"],
            ["-o", "a.csv", "-o", "mot:b.txt", "--mot-pixel-base", "0", "--min-confidence", "0.1"],
            ["--detector", "none", "--label", "ball", "--seed", "1,2,3,4@5f", "--seed", "5,6,7,8"],
            ["--cascade", "x.xml", "--min-size", "5%", "-d", "rectangle", "--label", "7", "--raw-boxes"],
            ["--region", "0%,0%,50%,50%", "-d", "eye", "-d", "face", "--max-size", "300", "--scale-factor", "1.3"],
            ["--video", "a.mp4", "--crf", "30.5", "--preset", "slow", "--overlay", "boxes", "--thumbnails", "faces"],
            [
                "--video", "a.mp4", "--blur", "faces,3", "--blur-style", "solid", "--blur-grow", "2", "--audit",
                "a.json",
            ],
            ["--output-dir", "out", "--format", "csv,jsonl", "--format", "coco", "--jobs", "3", "--resume"],
            ["--start", "0:00:01", "--end", "300f", "--tracker", "kcf", "--confirm", "3", "--max-tracks", "9"],
        ])
    func roundTrip(arguments: [String]) throws {
        let dumped = try dump(try options(arguments))
        #expect(try dump(try options(dumped)) == dumped)
    }

    @Test("options on the command line win over the file's, lists as a whole")
    func flagsWin() throws {
        let file = """
            {"interval": 5, "output": ["a.csv"], "seed": "1,2,3,4", "min-confidence": 0.5, "quiet": true,
             "detector": ["eye", {"detector": "face", "min-size": 40}]}
            """
        let plain = try options(file)
        #expect(plain.interval == .frames(5))
        #expect(plain.outputs == ["a.csv"])
        #expect(plain.minimumConfidence == 0.5)
        #expect(plain.isQuiet)
        #expect(try plain.chosenDetectors().map(\.name) == ["eye", "face"])
        #expect(try plain.chosenDetectors().map(\.knobs) == [[:], ["min-size": "40"]])

        let flagged = try options(file, "-n", "7", "-o", "b.csv", "--seed", "5,6,7,8", "-d", "rectangle")
        #expect(flagged.interval == .frames(7))
        #expect(flagged.outputs == ["b.csv"])
        #expect(flagged.seeds == ["5,6,7,8"])
        #expect(try flagged.chosenDetectors() == [DetectorChoice(name: "rectangle")])
    }

    @Test("where the data goes on the command line takes the place of where the file has it")
    func destinations() throws {
        let single = #"{"output": ["a.csv"]}"#
        #expect(try options(single, "--output-dir", "out").outputs.isEmpty)
        let several = #"{"output-dir": "out", "jobs": 2, "format": ["csv"], "resume": true}"#
        #expect(try options(several, "-o", "b.csv").batch.folder == nil)
        #expect(try options(several, "-o", "b.csv").batch.strayOption == nil)
        let other = try options(several, "--format", "mot", "--output-dir", "other")
        #expect(other.batch.folder == "other")
        #expect(other.batch.formats.map(\.name) == ["mot"])
        #expect(other.batch.jobs == 2)
        #expect(other.batch.resumes)
    }

    @Test("a knob outside of a detector holds for all, its own wins, and one on the command line wins over both")
    func knobs() throws {
        let file = """
            {"label": "thing", "min-size": 30, "detector": ["eye", {"detector": "face", "min-size": 40}]}
            """
        #expect(
            try options(file).chosenDetectors().map(\.knobs) == [
                ["label": "thing", "min-size": "30"], ["label": "thing", "min-size": "40"],
            ])
        #expect(
            try options(file, "--min-size", "9").chosenDetectors().map { $0.knobs["min-size"] } == ["9", "9"])
        #expect(
            try options(file, "-d", "rectangle", "--min-size", "9").chosenDetectors() == [
                DetectorChoice(name: "rectangle", knobs: ["label": "thing", "min-size": "9"])
            ])
        #expect(try options(#"{"label": "thing"}"#).chosenDetectors().map(\.name) == ["face"])
    }

    @Test("--detector none stands alone")
    func noneBesideOthers() throws {
        #expect(try options(["-d", "none"]).chosenDetectors().isEmpty)
        #expect(throws: TrackletError.self) { try options(["-d", "none", "-d", "face"]).chosenDetectors() }
    }

    @Test(
        "a file that is none is told with its name, what is wrong and what would do",
        arguments: [
            ("{", "not valid JSON"), ("", "not valid JSON"), ("[1]", "not a JSON object"), ("3", "not a JSON object"),
            (#"{"intervall": 3}"#, #"unknown name "intervall"; did you mean "interval"?"#),
            (#"{"config": "x"}"#, #"unknown name "config""#), (#"{"help": true}"#, #"unknown name "help""#),
            (#"{"interval": true}"#, "must be a number or a text"), (#"{"interval": [1, 2]}"#, "may not be repeated"),
            (#"{"interval": null}"#, "not valid JSON, or holds null"), (#"{"interval": 0}"#, "'0' of --interval"),
            (#"{"interval": {"a": 1}}"#, "must be a number or a text"), (#"{"quiet": 1}"#, "give true or false"),
            (#"{"detector": {"min-size": 3}}"#, "has no name"),
            (
                #"{"detector": {"detector": "face", "min-siz": 3}}"#,
                #"unknown name "min-siz"; did you mean "min-size"?"#
            ),
            (#"{"detector": {"detector": "face", "raw-boxes": "yes"}}"#, "give true or false"),
            (#"{"detector": {"detector": "face", "min-size": -3}}"#, "'-3' of --min-size"),
        ])
    func failures(file: String, words: String) {
        let error = #expect(throws: TrackletError.self) { try options(file) }
        #expect(error?.kind == .badData)
        #expect(error?.message.contains("c.json") == true)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("a file that is not there, or a folder, is no input")
    func missing() {
        for (path, words) in [(folder("none.json"), "no such file"), (folder.path, "a folder")] {
            let error = #expect(throws: TrackletError.self) { try options(["--config", path]) }
            #expect(error?.kind == .noInput)
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test("a file that is empty, or never ends, is told as that", .timeLimit(.minutes(10)))
    func devices() throws {
        for (path, words) in [("/dev/null", "is empty"), ("/dev/zero", "no end")] {
            let error = #expect(throws: TrackletError.self) { try options(["--config", path]) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test("detect takes a file written for track, and dumps only what it knows")
    func detect() throws {
        let path = try folder.put(try dump(try options(["-n", "3", "--min-confidence", "0.7"])), "c.json")
        let table = DetectOptionTable.all
        let plain = try TrackOptions(
            try ParsedArguments([], options: table), known: table, defaults: DetectOptionTable.defaults)
        #expect(plain.minimumConfidence == 0.5)
        let read = try TrackOptions(
            try ParsedArguments(["--config", path], options: table), known: table, defaults: DetectOptionTable.defaults)
        #expect(read.minimumConfidence == 0.7)
        #expect(try !read.dumped(known: table).contains("interval"))
    }
}
