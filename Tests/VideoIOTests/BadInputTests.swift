import Foundation
import Testing
import TrackModel
import VideoIO

@Suite("Bad input", .timeLimit(.minutes(10)))
struct BadInputTests {
    @Test(
        "each is one sentence that names the file and the cause",
        arguments: [
            ("nowhere.mp4", TrackletError.Kind.noInput, "there is no such file"),
            ("nowhere/%03d.png", .noInput, "matches no file"),
            ("cut-off.mp4", .badData, "no index (moov)"),
            ("sound-only.mp4", .badData, "no video in it"),
            ("sound-with-cover.m4a", .badData, "no video in it"),
            ("no-frames.mkv", .badData, "cannot be read as a video"),
            ("no-samples.mp4", .badData, "nothing in it that can be decoded"),
            ("pictures/picture9.png", .badData, "no frame that can be decoded"),
        ])
    func fixtures(_ name: String, _ kind: TrackletError.Kind, _ cause: String) throws {
        try expectRefusal(Fixture.path(name), kind: kind, cause: cause)
    }

    @Test("files that are no videos are refused")
    func files() throws {
        let folder = try TemporaryFolder()
        try expectRefusal(try folder.write("empty.mp4", ""), kind: .badData, cause: "no bytes in it")
        let text = String(repeating: "Dear diary, today I learned to whistle.\n", count: 50)
        for name in ["text.mp4", "text.mkv", "text.txt", "text.nfo", "text"] {
            try expectRefusal(try folder.write(name, text), kind: .badData, cause: "cannot be read as a video")
        }
        for name in ["text.jpg", "text.png"] {
            try expectRefusal(try folder.write(name, text), kind: .badData, cause: "can be decoded")
        }
    }

    @Test("a folder without pictures is refused")
    func emptyFolder() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("notes.txt", "notes")
        _ = try folder.write(".hidden.png", "no")
        try FileManager.default.createDirectory(atPath: folder.path("sub.png"), withIntermediateDirectories: false)
        try expectRefusal(folder.path(""), kind: .noInput, cause: "folder without pictures")
    }

    @Test("a folder whose pictures are all broken is refused")
    func brokenFolder() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("a.png", "no picture")
        try expectRefusal(folder.path(""), kind: .badData, cause: "no frame that can be decoded")
    }

    @Test("a file that may not be read is refused", .enabled(if: geteuid() != 0))
    func noPermission() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("secret.mp4", "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try expectRefusal(path, kind: .noInput, cause: "permission denied")
    }

    @Test("a device that is no camera is refused")
    func noCamera() throws {
        let error = try #require(throws: TrackletError.self) { try VideoReader.open("/dev/null") }
        #expect(error.message.contains("/dev/null"))
        #expect(error.kind == .noInput || error.kind == .failure)
    }

    @Test("an unknown kind of address and a refused connection are told apart")
    func addresses() throws {
        try expectRefusal("gopherx://nowhere/a.mp4", kind: .noInput, cause: "does not know this kind of address")
        try expectRefusal("http://127.0.0.1:1/a.mp4", kind: .noInput, cause: "refused")
    }

    @Test("options without sense are refused")
    func options() throws {
        let changes: [(inout VideoReaderOptions) -> Void] = [
            { $0.threads = -1 }, { $0.bufferedFrames = 0 }, { $0.pictureRate = 0 }, { $0.pictureRate = .infinity },
            { $0.networkTimeout = -2 },
        ]
        for change in changes {
            let error = try #require(throws: TrackletError.self) { try Fixture.open("plain.mp4", change) }
            #expect(error.kind == .usage)
        }
    }

    @Test("limits without sense are refused")
    func limits() throws {
        for (start, end) in [
            (FrameLimit.frame(5), FrameLimit.frame(5)), (.seconds(2), .seconds(1)), (.seconds(.nan), .frame(1)),
        ] {
            let error = try #require(throws: TrackletError.self) {
                try Fixture.open("plain.mp4") { ($0.start, $0.end) = (start, end) }
            }
            #expect(error.kind == .usage)
        }
    }

    private func expectRefusal(
        _ source: String, kind: TrackletError.Kind, cause: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let error = try #require(throws: TrackletError.self, sourceLocation: location) { try VideoReader.open(source) }
        #expect(error.kind == kind, "\(error.message)", sourceLocation: location)
        #expect(error.message.contains(source), "\(error.message)", sourceLocation: location)
        #expect(error.message.contains(cause), "\(error.message)", sourceLocation: location)
        #expect(error.message.hasSuffix(".") && !error.message.contains("\n"), sourceLocation: location)
    }
}
