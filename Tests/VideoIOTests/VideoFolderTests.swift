import Foundation
import Testing
import TrackModel
import VideoIO

@Suite("Folders of videos")
struct VideoFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ names: String...) throws {
        for name in names {
            let path = folder.path(name)
            let parent = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
    }

    @Test(
        "videos are found by their endings in all folders below, in natural order; hidden ones and other files are not")
    func search() throws {
        try put(
            "day10/a.mp4", "day2/a.MKV", "b.webm", "a.mov", "notes.txt", "a.csv", "cover.jpg", ".hidden.mp4",
            ".cache/c.mp4", "day2/.mp4", "mp4")
        let found = try VideoFolder(searching: folder.path(""))
        #expect(found.videos == ["a.mov", "b.webm", "day2/a.MKV", "day10/a.mp4"])
        #expect(found.failures.isEmpty)
    }

    @Test("links to files are followed, links to folders are not, so that no search goes round in circles")
    func links() throws {
        try put("sub/a.mp4")
        for (link, target) in [("round", "."), ("b.mp4", "sub/a.mp4"), ("gone.mp4", "none.mp4")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        #expect(try VideoFolder(searching: folder.path("")).videos == ["b.mp4", "sub/a.mp4"])
    }

    @Test("a folder that is not there is told")
    func missing() {
        let error = #expect(throws: TrackletError.self) { try VideoFolder(searching: folder.path("none")) }
        #expect(error?.kind == .noInput)
    }

    @Test("pictures without a video beside them are an image sequence")
    func sequences() throws {
        try put("frames/1.png", "frames/sub/b.mp4", "mixed/1.png", "mixed/a.mp4", "videos/a.mp4", "other/a.txt")
        let sequences = ["frames", "mixed", "videos", "other", "none"].filter {
            VideoFolder.isImageSequence(folder.path($0))
        }
        #expect(sequences == ["frames"])
    }
}

@Suite("How a source is known again")
struct SourceFingerprintTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "the digest is SHA-256 as its standard has it",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func digest(text: String, digest: String) throws {
        #expect(try FileDigest.sha256(of: text) == digest)
        #expect(try FileDigest.sha256(ofFile: try folder.write("a", text)) == digest)
    }

    @Test("a file that cannot be read is told by its name")
    func unreadable() {
        for path in [folder.path("none"), folder.path("")] {
            let error = #expect(throws: TrackletError.self) { try FileDigest.sha256(ofFile: path) }
            #expect(error?.kind == .noInput)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test("a touch changes the fingerprint and not the content's digest; other bytes change both")
    func changes() throws {
        let path = try folder.write("a.mp4", "one")
        func date(_ seconds: Double) throws {
            let attributes: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSince1970: seconds)]
            try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        }
        try date(1000)
        let first = (print: try SourceFingerprint(of: path), digest: try SourceFingerprint.contentDigest(of: path))
        #expect(try SourceFingerprint(of: path) == first.print)
        try date(2000)
        #expect(try SourceFingerprint(of: path) != first.print)
        #expect(try SourceFingerprint.contentDigest(of: path) == first.digest)
        _ = try folder.write("a.mp4", "two")
        try date(1000)
        #expect(try SourceFingerprint.contentDigest(of: path) != first.digest)
        _ = try folder.write("a.mp4", "three")
        try date(1000)
        #expect(try SourceFingerprint(of: path) != first.print)
    }

    @Test("of a sequence of pictures each one counts")
    func sequences() throws {
        _ = try folder.write("1.png", "one")
        _ = try folder.write("2.png", "two")
        let digest = try SourceFingerprint.contentDigest(of: folder.path(""))
        #expect(try SourceFingerprint(of: folder.path("")).bytes == 6)
        #expect(try SourceFingerprint.contentDigest(of: folder.path("%d.png")) == digest)
        _ = try folder.write("2.png", "tow")
        #expect(try SourceFingerprint.contentDigest(of: folder.path("")) != digest)
    }
}
