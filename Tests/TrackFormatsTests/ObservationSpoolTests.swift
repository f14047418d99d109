import Foundation
import Testing
import TrackModel

@testable import TrackFormats

@Suite("Sorting observations by track")
struct ObservationSpoolTests {
    @Test("gives each track's text in order, 10 000 pieces over 300 tracks that take turns, with 8 slots in memory")
    func order() throws {
        let folder = try ScratchFolder()
        let spool = ObservationSpool(outputPath: "out.json", residentLimit: 8, slotSize: 64) {
            () throws(TrackletError) in open(folder.file("spool"), O_RDWR | O_CREAT, 0o600)
        }
        var generator = SplitMix(state: 3)
        var expected: [Int: String] = [:]
        for piece in 0..<10_000 {
            let track = Int.random(in: 1...300, using: &generator)
            let text = String(repeating: "\(piece),", count: Int.random(in: 0...20, using: &generator))
            expected[track, default: ""] += text
            try spool.append(Array(text.utf8), to: track)
            #expect(spool.residentCount <= 8)
        }
        #expect(spool.tracks == expected.keys.sorted())
        for track in spool.tracks {
            var text: [UInt8] = []
            try spool.forEachPart(of: track) { part throws(TrackletError) in text += part }
            #expect(String(decoding: text, as: UTF8.self) == expected[track])
        }
    }

    @Test("touches no disk as long as memory suffices")
    func short() throws {
        let spool = ObservationSpool(outputPath: "out.json") { () throws(TrackletError) in
            throw TrackletError(.failure, "opened")
        }
        for track in 1...256 {
            try spool.append(Array("text".utf8), to: track)
        }
        #expect(spool.tracks.count == 256)
    }

    @Test("a full disk is an error that names the output")
    func diskFull() {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let spool = ObservationSpool(outputPath: "out.json", residentLimit: 1, slotSize: 64) {
            () throws(TrackletError) in open("/dev/full", O_RDWR)
        }
        let error = #expect(throws: TrackletError.self) {
            try spool.append([UInt8](repeating: 65, count: 1000), to: 1)
        }
        #expect(error?.message.contains("out.json") == true && error?.message.contains("the disk is full") == true)
    }

    @Test("leaves no file behind beside the output")
    func unlinked() throws {
        let folder = try ScratchFolder()
        let spool = ObservationSpool(besideOutput: folder.file("out.json"))
        try spool.append([UInt8](repeating: 65, count: 10_000), to: 1)
        try #expect(folder.names == [])
        var count = 0
        try spool.forEachPart(of: 1) { part throws(TrackletError) in count += part.count }
        #expect(count == 10_000)
    }
}
