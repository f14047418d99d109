import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Who it is")
struct RecognitionTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// Two of the four people of the sample clip, which have hair of different colours: pictures from its first half, as a user
    /// gets them from --thumbnails.
    private func makeGallery() throws {
        let run = try tracklet(
            "track", Inputs.sample, "--start", "1", "--end", "5", "-o", "first.csv", "--thumbnails", "pictures",
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        for (name, picture) in [("dark", 2), ("red", 3)] {
            try FileManager.default.createDirectory(atPath: folder("people/\(name)"), withIntermediateDirectories: true)
            try folder.put(folder.data("pictures/track-000\(picture).jpg"), "people/\(name)/1.jpg")
        }
    }

    /// The labels of each track, in a file.
    private func labels(_ name: String) throws -> [Int: Set<String>] {
        try TrackFile.read(folder(name)).frames.flatMap(\.observations)
            .reduce(into: [:]) { $0[$1.track, default: []].insert($1.label) }
    }

    @Test("tracks are called after the people of a gallery, alike in all outputs, and whoever is in none is unknown")
    func gallery() throws {
        try makeGallery()
        let run = try tracklet(
            "track", Inputs.sample, "--start", "6", "-o", "out.json", "-o", "out.csv", "-o", "out.jsonl", "--gallery",
            "people",
            "--model", Inputs.network("embedding"), "--gallery-threshold", "0.06", "--save-detections", "found.jsonl",
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let labels = try labels("out.json")
        #expect(labels.values.contains(["dark"]) && labels.values.contains(["red"]), "\(labels)")
        #expect(labels.values.contains(["unknown"]), "\(labels)")
        #expect(labels.values.allSatisfy { $0.count == 1 })
        #expect(try self.labels("out.csv") == labels)
        #expect(try self.labels("out.jsonl") == labels)
        #expect(run.errors.contains("names: dark 2 tracks, red 1 track, unknown 2 tracks"), "\(run.errors)")
        #expect(try folder.text("out.json").contains("\"distances\": {"))
        // What was detected is kept as it was.
        let again = try tracklet(
            "track", Inputs.sample, "--start", "6", "-o", "again.csv", "--detections", "found.jsonl", "--gallery",
            "people",
            "--model", Inputs.network("embedding"), "--gallery-threshold", "0.06", in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try folder.data("again.csv") == folder.data("out.csv"))
    }

    @Test("who left and came back is one track when it is asked, and the JSON says why")
    func reidentify() throws {
        let run = try tracklet(
            "track", Inputs.sample, "--start", "6", "-o", "out.json", "-o", "out.csv", "--reidentify", "--model",
            Inputs.network("embedding"), "--reidentify-threshold", "0.06", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("150 frames (300 decoded, 300 declared), 4 tracks"), "\(run.errors)")
        #expect(run.errors.contains("names: 1 came back"), "\(run.errors)")
        #expect(try labels("out.csv").count == 4)
        let text = try folder.text("out.json")
        #expect(text.contains("\"returns\": [\n        {\"frame\": 2") && !text.contains("\"identity\""))
    }

    @Test("without a model, patterns compare: one person in four suits is that person")
    func patterns() throws {
        try makeGallery()
        try FileManager.default.removeItem(atPath: folder("people/red"))
        for threads in ["1", "4"] {
            let run = try tracklet(
                "track", Inputs.sample, "--end", "4", "-o", "\(threads).json", "--gallery", "people", "--threads",
                threads,
                in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        try #expect(labels("1.json").values.contains(["dark"]))
        #expect(try folder.data("1.json") == folder.data("4.json"), "whatever the number of threads")
    }

    @Test("a classifier names tracks, and the pictures drawn have its names")
    func identify() throws {
        try folder.put("dark\nbright\n", "names.txt")
        let run = try tracklet(
            "track", Inputs.sample, "--end", "3", "-o", "out.json", "--identify", Inputs.network("gray-classifier"),
            "--names",
            "names.txt", "--thumbnails", "pictures", "--looks", "5", "--look-every", "2", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(Set(try labels("out.json").values.flatMap(\.self)).isSubset(of: ["dark", "bright", "unknown"]))
        #expect(try folder.text("out.json").contains("\"votes\": {\""))
        #expect(folder.has("pictures/contact-sheet.jpg"))
    }

    @Test("a run without these options says nothing of them")
    func plain() throws {
        let run = try tracklet("track", Inputs.plain, "-o", "out.json", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let text = try folder.text("out.json")
        for word in ["identity", "look", "vote", "returns"] { #expect(!text.contains(word)) }
    }

    @Test("what cannot be used ends the run with one sentence, the right code, and no file")
    func failures() throws {
        try folder.put("a\nb\n", "two.txt")
        try folder.put("a\nb\nc\n", "three.txt")
        try folder.put("hello\n", "text.onnx")
        try folder.put(Inputs.data(Inputs.network("embedding")).prefix(300), "cut.onnx")
        for name in ["empty", "nobody/ann", "broken/ann", "faceless/ann"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        try folder.put("no picture", "broken/ann/1.jpg")
        try folder.put(Inputs.picture(80, 80), "faceless/ann/1.pgm")
        let classifier = Inputs.network("classifier")
        let before = folder.names
        for (options, status, words) in [
            (["--identify", classifier], 64, "--names names.txt"),
            (["--identify", classifier, "--names", "three.txt"], 65, "tells 2 kinds apart"),
            (["--identify", classifier, "--names", "none.txt"], 66, "none.txt"),
            (["--identify", "none.onnx", "--names", "two.txt"], 66, "no such file"),
            (["--identify", "text.onnx", "--names", "two.txt"], 65, "no ONNX file"),
            (["--identify", "cut.onnx", "--names", "two.txt"], 65, "ends in the midst"),
            (["--identify", Inputs.network("yolo8"), "--names", "two.txt"], 65, "one row of 2 numbers"),
            (["--identify", Inputs.network("unknown-operator"), "--names", "two.txt"], 65, "the operator Gelu"),
            (["--identify", Inputs.network("channels-last"), "--names", "two.txt"], 65, "1x32x32x3"),
            (["--reidentify", "--model", Inputs.network("yunet")], 65, "one row of 2 numbers"),
            (["--reidentify", "--pixels", "rgb"], 64, "give one of bytes, bgr"),
            (["--pixels", "unit"], 64, "--pixels follows --identify"),
            (["--vote-share", "0.5"], 64, "--vote-share has no effect"),
            (["--gallery-threshold", "5", "--reidentify"], 64, "without --gallery"),
            (["--gallery", "nowhere"], 66, "nowhere"), (["--gallery", "empty"], 65, "has no folder in it"),
            (["--gallery", "nobody"], 65, "nobody/ann"), (["--gallery", "broken"], 65, "broken/ann/1.jpg"),
            (["--gallery", "faceless"], 65, "No face is found in any picture of ann"),
            (["--gallery", "broken", "--identify", classifier, "--names", "two.txt"], 64, "one label"),
        ] as [([String], Int32, String)] {
            let run = try tracklet(["track", Inputs.plain, "-o", "out.csv"] + options, in: folder)
            #expect(run.status == status && !run.crashed, "\(options): \(run.errors)")
            #expect(run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.split(whereSeparator: \.isNewline).count == 1, "\(run.errors)")
            #expect(folder.names == before)
        }
    }

    @Test("a picture without a face is left out with a note")
    func note() throws {
        try makeGallery()
        try folder.put(Inputs.picture(80, 80), "people/red/2.pgm")
        let run = try tracklet("track", Inputs.plain, "-o", "out.csv", "--gallery", "people", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("note: No face is found in people/red/2.pgm, which is left out of the gallery."))
    }

    @Test("the options go through a configuration file, with what belongs to each")
    func configuration() throws {
        try folder.put("dark\nbright\n", "names.txt")
        let options = [
            "--identify", Inputs.network("gray-classifier"), "--names", "names.txt", "--reidentify", "--model",
            Inputs.network("embedding"), "--pixels", "bgr", "--vote-share", "0.75",
        ]
        let dumped = try tracklet(["track", "--dump-config"] + options, in: folder)
        try folder.put(dumped.output, "mine.json")
        let again = try tracklet("track", "--dump-config", "--config", "mine.json", in: folder)
        #expect(again.status == 0 && again.output == dumped.output, "\(again.errors)")
        for part in [
            "\"names\" : \"names.txt\"", "\"reidentify\" : true", "\"pixels\" : \"bgr\"", "\"vote-share\" : 0.75",
        ] {
            #expect(dumped.output.contains(part), "\(dumped.output)")
        }
        let flags = try tracklet(["track", Inputs.plain, "-o", "flags.csv"] + options, in: folder)
        let file = try tracklet("track", Inputs.plain, "-o", "file.csv", "--config", "mine.json", in: folder)
        #expect(flags.status == 0 && file.status == 0, "\(flags.errors)\(file.errors)")
        #expect(try folder.data("flags.csv") == folder.data("file.csv"))
    }
}
