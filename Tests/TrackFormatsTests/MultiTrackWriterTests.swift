import Testing
import TrackFormats
import TrackModel

@Suite("Several writers as one")
struct MultiTrackWriterTests {
    @Test("all files appear")
    func all() throws {
        let folder = try ScratchFolder()
        let names = ["a.csv", "a.json", "a.jsonl", "a.txt"]
        let outputs = try TrackOutput.parse(names.map(folder.file))
        try Samples.write(Samples.frames, with: MultiTrackWriter(outputs.map { $0.makeWriter() }))
        try #expect(folder.names == names)
    }

    @Test("one that cannot begin leaves nothing of the others")
    func begin() throws {
        let folder = try ScratchFolder()
        let outputs = try TrackOutput.parse([folder.file("a.csv"), folder.file("missing/a.csv"), folder.file("c.csv")])
        let writer = MultiTrackWriter(outputs.map { $0.makeWriter() })
        #expect(throws: TrackletError.self) { try writer.begin(Samples.header) }
        try #expect(folder.names == [])
    }

    @Test("one that fails while writing leaves nothing of the others")
    func write() throws {
        let folder = try ScratchFolder()
        let failing = FailingWriter(onFrame: 11)
        let writer = MultiTrackWriter([try TrackOutput(folder.file("a.csv")).makeWriter(), failing])
        #expect(throws: TrackletError.self) { try Samples.write(Samples.frames, with: writer) }
        try #expect(folder.names == [])
        #expect(failing.isCancelled)
    }

    @Test("one that fails at the end leaves those before it whole and nothing of those after it")
    func finish() throws {
        let folder = try ScratchFolder()
        let writer = MultiTrackWriter([
            try TrackOutput(folder.file("a.csv")).makeWriter(), FailingWriter(onFrame: nil),
            try TrackOutput(folder.file("c.csv")).makeWriter(),
        ])
        #expect(throws: TrackletError.self) { try Samples.write(Samples.frames, with: writer) }
        try #expect(folder.names == ["a.csv"])
    }

    private final class FailingWriter: TrackWriter {
        let failingFrame: Int?
        private(set) var isCancelled = false

        /// Fails on that frame, or at the end.
        init(onFrame frame: Int?) {
            failingFrame = frame
        }

        func begin(_ header: TrackFileHeader) throws {}

        func write(_ frame: FrameObservations) throws {
            if frame.frame == failingFrame {
                throw TrackletError(.cannotCreate, "full")
            }
        }

        func finish() throws {
            throw TrackletError(.cannotCreate, "full")
        }

        func cancel() {
            isCancelled = true
        }
    }
}
