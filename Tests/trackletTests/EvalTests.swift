import Foundation
import Testing

@Suite("tracklet eval")
struct EvalTests {
    /// Scenes with TrackEval's numbers, made by Scripts/make-metric-fixtures.
    private static let scenes = ["walk", "crowd", "ignored", "gaps", "no_truth", "no_results", "nothing"]

    /// What the JSON calls a number, and what the fixtures do.
    private static let names = [
        "HOTA": "HOTA/HOTA", "DetA": "HOTA/DetA", "AssA": "HOTA/AssA", "LocA": "HOTA/LocA", "DetRe": "HOTA/DetRe",
        "DetPr": "HOTA/DetPr", "AssRe": "HOTA/AssRe", "AssPr": "HOTA/AssPr", "MOTA": "CLEAR@T/MOTA",
        "MOTP": "CLEAR@T/MOTP",
        "IDSW": "CLEAR@T/IDSW", "Frag": "CLEAR@T/Frag", "MT": "CLEAR@T/MT", "PT": "CLEAR@T/PT", "ML": "CLEAR@T/ML",
        "FP": "CLEAR@T/CLR_FP", "FN": "CLEAR@T/CLR_FN", "TP": "CLEAR@T/CLR_TP", "IDF1": "Identity@T/IDF1",
        "IDR": "Identity@T/IDR", "IDP": "Identity@T/IDP",
    ]

    private struct Report: Decodable {
        let threshold: Double
        let clips: [Clip]
        let combined: [String: Double]

        struct Clip: Decodable {
            let clip: String
            let numbers: [String: Double]
        }
    }

    /// The boxes of one kind in a scene, as MOTChallenge text: what no reader lets pass is left out, as the metrics do.
    private func text(of kind: String, in scene: String) throws -> String {
        var seen: Set<String> = []
        return try String(contentsOfFile: Inputs.metricFixture(scene + ".txt"), encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: ",").map(String.init) }
            .filter { fields in
                guard fields[0] == kind, let width = Double(fields[5]), let height = Double(fields[6]) else {
                    return false
                }
                return width > 0 && height > 0
                    && (kind == "ignored" || seen.insert(fields[1] + " " + fields[2]).inserted)
            }
            .map { "\((Int($0[1]) ?? 0) + 1)," + $0[2...].joined(separator: ",") + ",1,-1,-1,-1\n" }
            .joined()
    }

    private func expect(_ numbers: [String: Double], equal scene: String, threshold: String) throws {
        var expected: [String: Double] = [:]
        for line in try String(contentsOfFile: Inputs.metricFixture(scene + ".expected"), encoding: .utf8)
            .split(separator: "\n")
        {
            let fields = line.split(separator: " ")
            // HOTA's have one number for each threshold, and their mean is what is reported.
            let values = fields.dropFirst().compactMap { Double($0) }
            expected[String(fields[0])] = values.reduce(0, +) / Double(max(1, values.count))
        }
        for (name, key) in Self.names {
            let value = try #require(numbers[name], "\(scene) has \(name)")
            let other = try #require(expected[key.replacing("T/", with: threshold + "/")], "\(key)")
            #expect(abs(value - other) < 5e-7, "\(scene) \(name): \(value) instead of \(other)")
        }
    }

    @Test(
        "folders of files with equal names have TrackEval's numbers to six digits, each clip and all",
        arguments: ["0.5", "0.3"])
    func numbers(threshold: String) throws {
        let folder = try Scratch()
        for name in ["results", "truth"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        for scene in Self.scenes {
            try folder.put(try text(of: "result", in: scene), "results/\(scene).txt")
            try folder.put(try text(of: "truth", in: scene), "truth/\(scene).txt")
            let ignored = try text(of: "ignored", in: scene)
            if !ignored.isEmpty { try folder.put(ignored, "truth/\(scene).ignore.txt") }
        }
        let run = try tracklet(
            "eval", "results", "truth", "--mot-pixel-base", "0", "--iou", threshold, "--json", "-", in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let report = try JSONDecoder().decode(Report.self, from: run.data)
        #expect(report.clips.map(\.clip) == Self.scenes.sorted())
        for clip in report.clips {
            try expect(clip.numbers, equal: clip.clip, threshold: threshold)
        }
        try expect(report.combined, equal: "untied", threshold: threshold)
    }

    @Test("two files give a line, whatever their formats, and --json a file beside it")
    func files() throws {
        let folder = try Scratch()
        try folder.put("1,1,11,11,20,20,1\n2,1,11,11,20,20,1\n3,9,51,51,20,20,0\n", "truth.txt")
        try folder.put(
            "frame,track,left,top,width,height\r\n0,4,10,10,20,20\r\n1,5,10,10,20,20\r\n2,5,50,50,20,20\r\n",
            "tracks.csv")
        let run = try tracklet("eval", "tracks.csv", "truth.txt", "--json", "numbers.json", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        try #require(lines.count == 2, "one clip needs no line for all")
        let cells = Dictionary(uniqueKeysWithValues: zip(lines[0], lines[1]))
        #expect(cells["clip"] == "tracks" && cells["DetA"] == "100.00" && cells["AssA"] == "50.00")
        #expect(cells["IDSW"] == "1" && cells["boxes"] == "2")
        #expect(cells["FP"] == "0", "truth with confidence 0 need not be found and may be")
        #expect(try folder.text("numbers.json").contains("\"IDSW\" : 1"))
        #expect(try tracklet("eval", "tracks.csv", "truth.txt", "--json", "numbers.json", in: folder).status == 73)
    }

    @Test("--ignore takes away what lies there")
    func ignore() throws {
        let folder = try Scratch()
        try folder.put("1,1,11,11,20,20,1\n", "truth.txt")
        try folder.put("1,1,11,11,20,20,1\n1,2,61,61,20,20,1\n", "tracks.txt")
        try folder.put("1,-1,51,51,40,40,1\n", "places.txt")
        func mota(_ options: String...) throws -> String? {
            let run = try tracklet(["eval", "tracks.txt", "truth.txt"] + options, in: folder)
            return run.output.split(separator: "\n").last?.split(separator: " ").map(String.init)[5]
        }
        #expect(try mota() == "0.00")
        #expect(try mota("--ignore", "places.txt") == "100.00")
        try folder.put("1,-1,51,51,40,40,1\n", "truth.ignore.txt")
        #expect(try mota() == "100.00", "found beside the truth")
    }

    @Test("a clip without results counts as missed, results without truth are left out, and both are told")
    func unequalFolders() throws {
        let folder = try Scratch()
        for name in ["results", "truth/b/gt"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        }
        try folder.put("1,1,11,11,20,20,1\n", "truth/a.txt")
        try folder.put("1,1,11,11,20,20,1\n", "truth/b/gt/gt.txt")
        try folder.put("1,1,11,11,20,20,1\n", "results/b.txt")
        try folder.put("1,1,11,11,20,20,1\n", "results/c.txt")
        let run = try tracklet("eval", "results", "truth", in: folder)
        #expect(run.status == 0)
        #expect(run.errors.contains("note: a has no results") && run.errors.contains("note: c has no ground truth"))
        #expect(
            run.output.split(separator: "\n").map { $0.prefix(8) } == ["clip    ", "a       ", "b       ", "COMBINED"])
    }

    @Test(
        "what cannot be compared is refused",
        arguments: [
            (["t.txt"], Int32(64), "1 are named"), (["t.txt", "."], 64, "two of a kind"),
            ([".", "t.txt"], 64, "two of a kind"),
            (["t.txt", "t.txt", "--iou", "2"], 64, "'2' of --iou"),
            (["t.txt", "none.txt"], 66, "none.txt cannot be read"),
            (["det.txt", "t.txt"], 65, "det.txt has a box without an identity in frame 2"),
            (["t.txt", "t.txt", "--json", "./t.txt", "--overwrite"], 64, "./t.txt is the input itself"),
            (["t.txt", "t.txt", "--ignore", "."], 64, "--ignore . is a folder"),
            ([".", "other"], 66, "No file in . has the name of one in other"),
        ])
    func refused(arguments: [String], status: Int32, words: String) throws {
        let folder = try Scratch()
        try FileManager.default.createDirectory(atPath: folder("other"), withIntermediateDirectories: true)
        try folder.put("1,1,11,11,20,20,1\n", "t.txt")
        try folder.put("3,-1,11,11,20,20,1\n", "det.txt")
        let run = try tracklet(["eval"] + arguments, in: folder)
        #expect(run.status == status && run.errors.contains(words), "\(run.status) \(run.errors)")
        #expect(run.output.isEmpty)
    }
}
