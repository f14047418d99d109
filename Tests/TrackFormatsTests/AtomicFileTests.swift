import Foundation
import Testing
import TrackModel

@testable import TrackFormats

@Suite("A file that appears only when it is complete")
struct AtomicFileTests {
    @Test("is not there before it is finished, and whole then", arguments: [true, false])
    func appears(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        let file = try AtomicFile(path: folder.file("a.csv"), overwrite: false, unnamed: unnamed)
        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
        try file.write(megabyte)
        try expectNothingBut(unnamed, in: folder)
        try file.finish()
        try #expect(folder.names == ["a.csv"])
        try #expect(folder.text(of: "a.csv").utf8.count == megabyte.count)
    }

    @Test("leaves nothing when it is cancelled or let go", arguments: [true, false])
    func leavesNothing(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        let cancelled = try AtomicFile(path: folder.file("a.csv"), overwrite: false, unnamed: unnamed)
        try cancelled.write("abc".utf8)
        cancelled.cancel()
        try #expect(folder.names == [])
        do {
            let letGo = try AtomicFile(path: folder.file("b.csv"), overwrite: false, unnamed: unnamed)
            try letGo.write("abc".utf8)
            try expectNothingBut(unnamed, in: folder)
        }
        try #expect(folder.names == [])
    }

    /// A file being written shows as one hidden name, or, where the system has files without one, not at all.
    private func expectNothingBut(_ unnamed: Bool, in folder: ScratchFolder) throws {
        let descriptor = UnnamedFile.create(inFolder: folder.path)
        if let descriptor {
            close(descriptor)
        }
        if unnamed, descriptor != nil {
            try #expect(folder.names == [])
        } else {
            try #expect(folder.names.count == 1 && folder.names[0].hasPrefix(".tracklet-"))
        }
    }

    @Test("refuses a target that is there when it is opened")
    func refusesExisting() throws {
        let folder = try ScratchFolder()
        let path = try folder.put("old", in: "a.csv")
        let error = #expect(throws: TrackletError.self) { try AtomicFile(path: path) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.message.contains(path) == true && error?.message.contains("--overwrite") == true)
        try #expect(folder.text(of: "a.csv") == "old" && folder.names == ["a.csv"])
    }

    @Test("refuses a target that appeared meanwhile, and leaves it untouched", arguments: [true, false])
    func refusesAppeared(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        let file = try AtomicFile(path: folder.file("a.csv"), overwrite: false, unnamed: unnamed)
        try file.write("new".utf8)
        _ = try folder.put("other", in: "a.csv")
        #expect(throws: TrackletError.self) { try file.finish() }
        try #expect(folder.text(of: "a.csv") == "other" && folder.names == ["a.csv"])
    }

    @Test("replaces a target only when told, only at the end, and keeps who may read it", arguments: [true, false])
    func overwrites(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        let path = try folder.put("old", in: "a.csv")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let file = try AtomicFile(path: path, overwrite: true, unnamed: unnamed)
        try file.write("new".utf8)
        try #expect(folder.text(of: "a.csv") == "old")
        try file.finish()
        try #expect(folder.text(of: "a.csv") == "new" && folder.names == ["a.csv"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("two writers to one target do not mix: the first to finish has it", arguments: [true, false])
    func twoWriters(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        let first = try AtomicFile(path: folder.file("a.csv"), overwrite: false, unnamed: unnamed)
        let second = try AtomicFile(path: folder.file("a.csv"), overwrite: false, unnamed: unnamed)
        try first.write("first".utf8)
        try second.write("second".utf8)
        try second.finish()
        #expect(throws: TrackletError.self) { try first.finish() }
        try #expect(folder.text(of: "a.csv") == "second" && folder.names == ["a.csv"])
    }

    @Test("a full disk is an error that says so")
    func diskFull() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let file = try AtomicFile(path: "/dev/full")
        let error = #expect(throws: TrackletError.self) { try file.write("abc".utf8) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.message.contains("/dev/full") == true && error?.message.contains("the disk is full") == true)
    }

    @Test("a place where nothing can be created is named with its cause")
    func impossiblePlaces() throws {
        let folder = try ScratchFolder()
        let plain = try folder.put("", in: "plain")
        let places = [
            (folder.file("missing/a.csv"), "there is no folder \(folder.path)/missing"),
            (plain + "/a.csv", "there is no folder \(plain)"),
            (folder.path, "it is a folder"),
            (folder.file("new/"), "it is a folder"),
            (folder.file(String(repeating: "n", count: 300)), "its name is too long"),
        ]
        for (path, cause) in places {
            let error = #expect(throws: TrackletError.self) {
                let file = try AtomicFile(path: path)
                try file.finish()
            }
            #expect(error?.kind == .cannotCreate)
            #expect(error?.message.contains(path) == true && error?.message.contains(cause) == true, "\(error as Any)")
        }
        try #expect(folder.names == ["plain"])
    }

    @Test("a symbolic link stays a link, and what it points to is written", arguments: [true, false])
    func symbolicLinks(unnamed: Bool) throws {
        let folder = try ScratchFolder()
        _ = try folder.put("old", in: "target.csv")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.file("link.csv"), withDestinationPath: "target.csv")
        try manager.createSymbolicLink(atPath: folder.file("dangling.csv"), withDestinationPath: "later.csv")
        try manager.createSymbolicLink(atPath: folder.file("circle.csv"), withDestinationPath: "circle.csv")

        #expect(throws: TrackletError.self) {
            try AtomicFile(path: folder.file("link.csv"), overwrite: false, unnamed: unnamed)
        }
        #expect(throws: TrackletError.self) {
            try AtomicFile(path: folder.file("circle.csv"), overwrite: false, unnamed: unnamed)
        }
        for (link, overwrite) in [("link.csv", true), ("dangling.csv", false)] {
            let file = try AtomicFile(path: folder.file(link), overwrite: overwrite, unnamed: unnamed)
            try file.write("new".utf8)
            try file.finish()
            try #expect(manager.destinationOfSymbolicLink(atPath: folder.file(link)).hasSuffix(".csv"))
        }
        try #expect(folder.text(of: "target.csv") == "new" && folder.text(of: "later.csv") == "new")
    }

    @Test("a device is written straight through")
    func device() throws {
        let file = try AtomicFile(path: "/dev/null")
        #expect(file.isStream)
        try file.write("abc".utf8)
        try file.finish()
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }

    @Test("a reader of a pipe sees each record at once, and one that goes away is an error, not the end of the process")
    func pipe() throws {
        let folder = try ScratchFolder()
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        #expect(reader >= 0)
        let file = try AtomicFile(path: path)
        try file.write("one line\n".utf8)
        var received = [UInt8](repeating: 0, count: 100)
        #expect(read(reader, &received, received.count) == 9)

        close(reader)
        let error = #expect(throws: TrackletError.self) { try file.write("another\n".utf8) }
        #expect(error?.kind == .cannotCreate)
        #expect(error?.message.contains("went away") == true)
        try #expect(throws: #require(error)) { try file.write("a third\n".utf8) }
        try #expect(throws: #require(error)) { try file.finish() }
        try #expect(folder.names == ["pipe"])
    }

    @Test("two names of one file are one file")
    func sameFile() throws {
        let folder = try ScratchFolder()
        let path = try folder.put("", in: "a.mp4")
        try FileManager.default.createSymbolicLink(atPath: folder.file("b.mp4"), withDestinationPath: path)
        #expect(AtomicFile.isSameFile(path, folder.file("b.mp4")))
        #expect(AtomicFile.isSameFile(path, folder.path + "/./a.mp4"))
        #expect(!AtomicFile.isSameFile(path, folder.file("c.mp4")))
    }
}
