import Foundation
import Testing

@Suite("Detectors with a network")
struct NetworkTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test("a model that does not fit ends the run with one sentence, the right code, and no file")
    func misfits() throws {
        try folder.put("hello\n", "text.onnx")
        try folder.put(Inputs.data(Inputs.network("yunet")).prefix(3000), "cut.onnx")
        let before = folder.names
        for (detector, model, status, words) in [
            ("yunet", "missing.onnx", 66, "no such file"), ("yunet", "text.onnx", 65, "no ONNX file"),
            ("yunet", "cut.onnx", 65, "ends in the midst"),
            ("yunet", Inputs.network("one-colour"), 65, "input 1x1x64x64"),
            ("yunet", Inputs.network("yunet-2022"), 65, "loc 1x?x14"),
            ("yunet", Inputs.network("unknown-operator"), 65, "the operator Gelu"),
            ("centerface", Inputs.network("yunet"), 65, "CenterFace has outputs"),
            ("any", Inputs.network("yolo8"), 64, "--names"), ("face", Inputs.network("yunet"), 64, "runs no network"),
        ] as [(String, String, Int32, String)] {
            for command in ["track", "detect"] {
                let run = try tracklet(
                    command, Inputs.plain, "-d", detector, "--model", model, "-o", "out.csv", in: folder)
                #expect(run.status == status && !run.crashed, "\(run.errors)")
                #expect(run.errors.contains(words), "\(run.errors)")
                #expect(run.errors.split(whereSeparator: \.isNewline).count == 1, "\(run.errors)")
                #expect(folder.names == before)
            }
        }
    }

    @Test("model and names are options of their detector, in a configuration file too")
    func configuration() throws {
        try folder.put("drop\nrose\n", "names.txt")
        let dumped = try tracklet(
            "track", "-d", "any", "--model", Inputs.network("yolo8"), "--names", "names.txt", "--dump-config",
            in: folder)
        try folder.put(dumped.output, "mine.json")
        let run = try tracklet("detect", Inputs.plain, "--config", "mine.json", "-o", "out.jsonl", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(folder.names.contains("out.jsonl"))
        let overModel = try tracklet(
            "detect", Inputs.plain, "--config", "mine.json", "-o", "csv:names.txt", "--overwrite", in: folder)
        #expect(overModel.status == 64, "an input is not written over")
        try #expect(folder.text("names.txt") == "drop\nrose\n")
    }

    @Test("the same bytes come out whatever the number of threads")
    func threads() throws {
        for count in ["1", "4"] {
            let run = try tracklet(
                "detect", Inputs.sample, "-d", "yunet", "--model", Inputs.network("yunet"), "--min-confidence", "0",
                "--end", "1", "--threads", count, "-o", "\(count).jsonl", in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        let one = try folder.text("1.jsonl")
        try #expect(one == folder.text("4.jsonl"))
        #expect(one.contains("\"landmarks\": {\"rightEye\": ["), "and landmarks are in them")
    }
}
