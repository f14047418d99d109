import Foundation
import Testing
import TrackModel

@testable import VideoIO

@Suite("What a source is", .timeLimit(.minutes(10)))
struct SourceAddressTests {
    @Test(
        "files with odd names are files",
        arguments: [
            "a:b.mp4", "http:x.mp4", "100%.mp4", "%05d.mp4", "with space.mp4", "-leading.mp4", "query?#[1].mp4",
            "ümläut 🎬.mp4",
            "pipe:0.mp4", "no ending",
        ])
    func oddNames(_ name: String) throws {
        let folder = try TemporaryFolder()
        let reader = try VideoReader.open(try folder.copy("plain.mp4", as: name))
        #expect(try reader.pullAll().count == 25)
    }

    @Test("a picture whose name looks like a pattern is that picture")
    func pictureNamedLikePattern() throws {
        let folder = try TemporaryFolder()
        let reader = try VideoReader.open(try folder.copy("photo.jpg", as: "%d{a,b}*.jpg"))
        #expect(try reader.pullAll().count == 1)
        #expect(!reader.facts.isLive)
    }

    @Test("a folder's pictures are listed in natural order, other files left out")
    func folderOrder() throws {
        guard case .pictures(_, let paths) = try SourceAddress(Fixture.path("pictures")) else {
            Issue.record("a folder is a list of pictures")
            return
        }
        #expect(
            paths.map { ($0 as NSString).lastPathComponent } == [
                "picture1.png", "picture2.png", "picture9.png", "picture10.png", "picture11.png",
            ])
    }

    @Test("a folder of pictures is read in natural order; a broken one is skipped and counted, its time left out")
    func folder() throws {
        let reader = try Fixture.open("pictures") { $0.pictureRate = 10 }
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == [0, 1, 2, 3])
        #expect(zip(frames.map(\.time), [0, 0.1, 0.3, 0.4]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(zip(frames.map { $0.luma(3, 3) }, [20, 60, 140, 180]).allSatisfy { abs($0 - $1) <= 1 })
        #expect(reader.facts.declaredFrameCount == 5 && reader.summary.corruptPackets == 1)
        #expect(!reader.summary.hasVariableFrameRate)
    }

    @Test("a numbered sequence may begin anywhere and hold percent signs")
    func sequence() throws {
        let reader = try Fixture.open("numbered/n%%-%03d.png")
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == [0, 1, 2])
        #expect(zip(frames.map { $0.luma(3, 3) }, [20, 60, 100]).allSatisfy { abs($0 - $1) <= 1 })
        #expect(reader.facts.name.hasSuffix("n%%-%03d.png"))
    }

    @Test("a photograph is stood upright by its EXIF orientation")
    func photo() throws {
        let reader = try Fixture.open("photo.jpg")
        let frame = try #require(try reader.nextFrame())
        #expect(frame.size == PixelSize(width: 32, height: 64) && reader.facts.rotation == 90)
        #expect(frame.luma(28, 4) > 240 && abs(frame.luma(28, 60) - 128) < 12 && frame.luma(10, 30) < 12)
        #expect(reader.facts.declaredFrameCount == 1)
    }

    @Test("a pipe is read as it comes, and named as the user named it")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let data = try Data(contentsOf: URL(filePath: Fixture.path("variable-rate.mkv")))
        try BackgroundThread.start {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            try? file.write(contentsOf: data)
            try? file.close()
        }
        let reader = try VideoReader.open(path)
        #expect(try reader.pullAll().count == 20)
        #expect(reader.facts.name == path)
    }

    @Test(
        "addresses are told from paths",
        arguments: [
            ("http://a/b", true), ("RTSP://a", true), ("x+y-1.0://", true), ("a:b", false), ("://a", false),
            ("1a://b", false),
            ("a b://c", false), ("/a://b", false), ("", false),
        ])
    func schemes(_ text: String, _ has: Bool) { #expect(SourceAddress.hasScheme(text) == has) }

    @Test("a file address is a path with percent signs decoded")
    func fileAddress() throws {
        #expect(SourceAddress.path(ofFileURL: "file:///a%20b/c%C3%BC%zz%4") == "/a b/cü%zz%4")
        #expect(SourceAddress.path(ofFileURL: "file://localhost/a") == "/a")
        #expect(SourceAddress.path(ofFileURL: "/a") == nil)
        let reader = try VideoReader.open("file://" + Fixture.path("plain.mp4"))
        #expect(try reader.pullAll().count == 25)
    }

    @Test("numbers in names compare as numbers")
    func naturalOrder() {
        let sorted = ["a", "a1b2", "a1b10", "a2", "a02b", "a10", "b", "b00000000000000000000000000000001", "b2"]
        for seed in 0..<sorted.count {
            let shuffled = sorted[seed...].reversed() + sorted[..<seed]
            #expect(shuffled.sorted { NaturalOrder.precedes($0, $1) } == sorted)
        }
        #expect(!NaturalOrder.precedes("a1", "a1"))
    }

    @Test(
        "patterns take what printf would have written",
        arguments: [
            ("f/%05d.png", "00012.png", 12), ("f/%05d.png", "123456.png", 123_456), ("f/%05d.png", "012.png", nil),
            ("f/%05d.png", "000012.png", nil), ("%d.jpg", "7.jpg", 7), ("%d.jpg", "07.jpg", nil),
            ("%d.jpg", ".jpg", nil),
            ("a%02d-b%%.tif", "a05-b%.tif", 5), ("%d.jpg", "x7.jpg", nil),
        ])
    func patterns(_ pattern: String, _ name: String, _ number: Int?) throws {
        #expect(try #require(NumberedPattern(pattern)).number(in: name) == number)
    }

    @Test(
        "what is no pattern is none", arguments: ["a.png", "%d-%d.png", "100%.png", "%s.png", "%0999d.png", "%d/a.png"])
    func noPatterns(_ text: String) { #expect(NumberedPattern(text) == nil) }
}
