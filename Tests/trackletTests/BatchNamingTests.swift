import Foundation
import Testing
import TrackFormats
import TrackModel

@testable import tracklet

@Suite("What the results of several videos are called")
struct BatchNamingTests {
    @Test(
        "each by its own name, and by more where that is another's too",
        arguments: [
            (["a.mp4", "b.c.mkv"], ["a", "b.c"]),
            (["a.mp4", "a.mkv"], ["a.mp4", "a.mkv"]),
            (["a.mp4", "x/a.mp4"], ["a", "x/a"]),
            (["x/a.mp4", "y/a.mp4"], ["x/a", "y/a"]),
            (["1/x/a.mp4", "2/x/a.mp4"], ["1/x/a", "2/x/a"]),
            (["/1/x/a.mp4", "/2/x/a.mp4", "/2/b.mp4"], ["1/x/a", "2/x/a", "b"]),
            (["../x/a.mp4", "../y/a.mp4"], ["x/a", "y/a"]),
            (["x/a.mp4", "x/a.mkv", "y/a.mp4"], ["a.mp4", "a.mkv", "a"]),
            (["a.mp4.mp4", "a.mp4", "a.mkv"], nil),
            (["x/a.mp4", "x/A.mp4"], nil), (["A.mp4", "x/a.mp4"], ["A", "x/a"]),
            (["none"], ["none"]),
        ] as [([String], [String]?)])
    func names(paths: [String], expected: [String]?) {
        let names = BatchVideo.names(of: paths.map { BatchVideo(path: $0) })
        if let expected { #expect(names == expected) }
        #expect(Set(names.map { $0.lowercased() }).count == paths.count)
        #expect(names.allSatisfy { !$0.hasPrefix("/") && !$0.contains("..") })
    }

    @Test("videos of a folder by their path in it, sequences by their folder")
    func folders() {
        let found = ["day1/a.mp4", "day2/a.mp4", "b.mp4"].map { BatchVideo(folder: "c/", path: $0) }
        #expect(BatchVideo.names(of: found) == ["day1/a", "day2/a", "b"])
        #expect(found.map(\.source) == ["c/day1/a.mp4", "c/day2/a.mp4", "c/b.mp4"])
        let two = ["x/c", "y/c"].map { BatchVideo(folder: $0, path: "a.mp4") }
        #expect(BatchVideo.names(of: two) == ["x/c/a", "y/c/a"])
        let sequences = ["shots/one.2", "shots/two/%05d.png"].map { BatchVideo(path: $0, isSequence: true) }
        #expect(BatchVideo.names(of: sequences) == ["one.2", "two"])
    }

    @Test("a format's first ending names that format, so that a result is read back as what it is")
    func endings() throws {
        for format in TrackFormat.all {
            let ending = try #require(format.endings.first)
            #expect(try TrackFormat.resolve("out/a.\(ending)").format.name == format.name)
        }
    }

    @Test("the line that shows how far they are is never wider than the terminal")
    func board() {
        let running = [BatchBoard.Running(name: "a", percent: 45), BatchBoard.Running(name: "x/b", frames: 1)]
        #expect(BatchBoard.text(done: 1, of: 3, running: running, columns: 80) == "1 of 3 videos  a 45 %  x/b 1 frame")
        let narrow = BatchBoard.text(done: 1, of: 3, running: running, columns: 20)
        #expect(narrow == "1 of 3 videos  a 4…")
    }
}
