import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Interruption")
struct InterruptionTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// Follows the sample clip into three formats and, by a pipe too small to hold it, to whoever reads.
    private func start(_ output: Pipe) throws -> CommandRun {
        #if os(Linux)
            // The program waits for the pipe's reader long before it is done.
            _ = fcntl(output.fileHandleForWriting.fileDescriptor, 1031, 4096)  // F_SETPIPE_SZ
        #endif
        let outputs = ["out.csv", "out.json", "mot:out.txt", "jsonl:-"].flatMap { ["-o", $0] }
        return try CommandRun(
            ["track", Inputs.sample, "-d", "none", "--seed", "205,98,62,80", "--threads", "1"] + outputs, in: folder,
            output: output)
    }

    @Test(
        "the first leaves every output whole up to that frame, and the exit code is 130",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func first(signal: Int32) throws {
        let pipe = Pipe()
        let run = try start(pipe)
        var streamed = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        run.signal(signal)
        try streamed.append(pipe.fileHandleForReading.readToEnd() ?? Data())
        let result = try run.result()
        #expect(result.status == 130)
        #expect(!result.crashed)
        #expect(result.errors.contains("Interrupted; what is written is whole up to there."))
        #expect(folder.names == ["out.csv", "out.json", "out.txt"])

        try folder.put(streamed, "out.jsonl")
        let lines = try TrackFile.read(folder("out.jsonl")).frames
        #expect((1..<300).contains(lines.count))
        #expect(lines.map(\.frame) == Array(0..<lines.count))
        #expect(lines.allSatisfy { $0.observations.count == 1 })
        for name in ["out.csv", "out.json", "out.txt"] {
            #expect(try TrackFile.read(folder(name)).frames.map(\.frame) == lines.map(\.frame))
        }
    }

    @Test("the second ends the program at once", arguments: [SIGINT, SIGTERM])
    func second(signal: Int32) throws {
        let pipe = Pipe()
        let run = try start(pipe)
        _ = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        // Nobody reads on, so the first cannot end it. Two of one kind could melt into one: they are of two kinds.
        run.signal(signal)
        run.signal(signal == SIGINT ? SIGTERM : SIGINT)
        let result = try run.result()
        #expect(result.status == 130)
        #expect(!result.crashed)
        #expect(!folder.has("out.csv"))
    }

    @Test("a run that waits for a silent stream ends with what it has", arguments: ["track", "detect"])
    func silentStream(command: String) throws {
        let (stream, errors) = (Pipe(), Pipe())
        let run = try CommandRun(
            [command, "-", "-v", "-o", "out.jsonl"], in: folder, input: stream, errors: errors)
        try stream.fileHandleForWriting.write(contentsOf: try Inputs.data(Inputs.matroska))
        // What it says once the stream is open.
        _ = try #require(try errors.fileHandleForReading.read(upToCount: 1))
        run.signal(SIGINT)
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        let result = try run.result()
        try stream.fileHandleForWriting.close()
        #expect(result.status == 130)
        #expect(String(decoding: said, as: UTF8.self).contains("Interrupted; "))
        #expect(folder.names == ["out.jsonl"])
        _ = try TrackFile.read(folder("out.jsonl"))
    }
}
