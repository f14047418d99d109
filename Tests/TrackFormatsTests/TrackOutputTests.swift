import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("What a user names as output")
struct TrackOutputTests {
    @Test(
        "the format is before the colon or in the ending",
        arguments: [
            ("tracks.csv", "csv", "tracks.csv"), ("a/b.c/TALK.JSON", "json", "a/b.c/TALK.JSON"),
            ("talk.jsonl", "jsonl", "talk.jsonl"), ("talk.ndjson", "jsonl", "talk.ndjson"),
            ("talk.txt", "mot", "talk.txt"),
            ("mot:talk.csv", "mot", "talk.csv"), ("JSON:out", "json", "out"), ("mot:-", "mot", "-"), ("-", "csv", "-"),
            ("csv:a:b", "csv", "a:b"), ("c:\\talk.csv", "csv", "c:\\talk.csv"), ("12:30.csv", "csv", "12:30.csv"),
            ("json:/dev/stdout", "json", "/dev/stdout"), ("./csv:x.txt", "mot", "./csv:x.txt"),
            ("talk.xml", "cvat", "talk.xml"), ("talk.coco.json", "coco", "talk.coco.json"),
            ("talk.cocojson.json", "json", "talk.cocojson.json"), ("a/T.KITTI.TXT", "kitti", "a/T.KITTI.TXT"),
            ("talk.captions.vtt", "captions", "talk.captions.vtt"), ("LabelStudio:talk", "labelstudio", "talk"),
            ("c:/talk.csv", "csv", "c:/talk.csv"), ("a:b.csv", "csv", "a:b.csv"), ("./xml:x.csv", "csv", "./xml:x.csv"),
            ("a/xml:x.csv", "csv", "a/xml:x.csv"),
        ])
    func resolves(argument: String, name: String, path: String) throws {
        let output = try TrackOutput(argument)
        #expect(output.format.name == name && output.path == path)
    }

    @Test(
        "an unknown format is an error that names the known ones",
        arguments: [
            "talk.xyz", "talk", "a.csv/talk", "", "yaml:talk", "talk.", "csv:", "..", "xml:x.csv", "coc0:a/b.json",
        ])
    func unknown(argument: String) {
        let error = #expect(throws: TrackletError.self) { try TrackOutput(argument) }
        #expect(error?.kind == .usage)
        let message = error?.message ?? ""
        #expect(argument.isEmpty || message.contains(argument))
        #expect(argument == "csv:" || TrackFormat.all.allSatisfy { message.contains($0.name) }, "\(message)")
    }

    @Test("what looks like a format before a colon may be part of a folder or file that is there")
    func colons() throws {
        let folder = try ScratchFolder()
        // Absolute paths begin with a slash, and so with no format's name.
        try #expect(TrackOutput(folder.file("xml:x.csv")).path == folder.file("xml:x.csv"))
        let error = #expect(throws: TrackletError.self) { try TrackOutput("kiti:a.txt") }
        #expect(error?.message.contains("did you mean kitti?") == true)
        #expect(error?.message.contains("./kiti:a.txt") == true)
    }

    @Test("names and endings are each one format's")
    func unambiguous() {
        let names = TrackFormat.all.map(\.name)
        let endings = TrackFormat.all.flatMap(\.endings)
        #expect(Set(names).count == names.count && Set(endings).count == endings.count)
        #expect((names + endings).allSatisfy { $0 == $0.lowercased() })
    }

    @Test("two outputs to one place are refused")
    func twice() throws {
        let folder = try ScratchFolder()
        let path = try folder.put("", in: "a.csv")
        try FileManager.default.createSymbolicLink(atPath: folder.file("b.csv"), withDestinationPath: path)
        for pair in [
            ["-", "json:-"], ["a.csv", "mot:a.csv"], [path, folder.file("b.csv")], ["-", "json:/dev/stdout"],
            ["new.csv", "./new.csv"], [folder.file("new.csv"), folder.path + "//new.csv"],
        ] {
            #expect(throws: TrackletError.self) { try TrackOutput.parse(pair) }
        }
        try #expect(TrackOutput.parse(["a.csv", "a.json", "-", "csv:/dev/null", "mot:/dev/null"]).count == 5)
    }
}
