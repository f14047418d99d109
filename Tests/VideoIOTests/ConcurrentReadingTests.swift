import Foundation
import Testing
import TrackModel

@testable import VideoIO

@Suite("Reading concurrently", .timeLimit(.minutes(10)))
struct ConcurrentReadingTests {
    @Test("a loop left early goes on with the next frame in a second loop")
    func secondLoop() async throws {
        let reader = try Fixture.open("plain.mp4") { $0.bufferedFrames = 3 }
        for try await frame in reader where frame.index == 4 { break }
        #expect(reader.summary.framesDelivered == 5)
        var rest: [Int] = []
        for try await frame in reader { rest.append(frame.index) }
        #expect(rest == Array(5..<25))
        #expect(try await reader.makeAsyncIterator().nextIndex() == nil)
    }

    @Test("letting go of the reader ends its thread and closes its file")
    func lettingGo() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.copy("plain.mp4", as: "let-go.mp4")
        do {
            let reader = try VideoReader.open(path)
            for try await frame in reader where frame.index == 2 { break }
            #if os(Linux)
                #expect(Self.isOpen(path))
            #endif
        }
        while Self.isOpen(path) { await Task.yield() }
    }

    @Test("a frame outlives its reader")
    func frameOutlivesReader() async throws {
        let expected = try #require(try Fixture.open("plain.mp4").nextFrame()).checksum
        func first() async throws -> Frame? {
            for try await frame in try Fixture.open("plain.mp4") { return frame }
            return nil
        }
        #expect(try await first()?.checksum == expected)
    }

    @Test("a cancelled task is told so instead of an end, and the frames stay for the next reader")
    func cancelled() async throws {
        let reader = try Fixture.open("plain.mp4")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await reader.makeAsyncIterator().nextIndex()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await reader.makeAsyncIterator().nextIndex() == 0)
    }

    @Test("several tasks share the frames, none twice and none lost")
    func sharedReader() async throws {
        let reader = try Fixture.open("plain.mp4") { $0.bufferedFrames = 1 }
        let indices = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var mine: [Int] = []
                    for try await frame in reader { mine.append(frame.index) }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(indices.sorted() == Array(0..<25))
    }

    @Test("a server that says nothing fails after the time allowed, by name")
    func silentServer() throws {
        let server = try SilentServer()
        var options = VideoReaderOptions()
        options.networkTimeout = 0.2
        let error = try #require(throws: TrackletError.self) { try VideoReader.open(server.address, options: options) }
        #expect(error.kind == .noInput)
        #expect(error.message.contains(server.address) && error.message.contains("0.2 s"))
    }

    @Test("a task that waits for a server can be cancelled")
    func cancelledOpening() async throws {
        let server = try SilentServer()
        let address = server.address
        let task = Task { try VideoReader.open(address).facts }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private static func isOpen(_ path: String) -> Bool {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
    }
}

extension VideoReader.AsyncIterator {
    fileprivate func nextIndex() async throws -> Int? {
        var iterator = self
        return try await iterator.next()?.index
    }
}

/// Takes connections on this machine's own address and never answers.
private final class SilentServer: Sendable {
    private let socket: Int32
    let address: String

    init() throws {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        socket = Foundation.socket(AF_INET, kind, 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &name) { [socket] name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { general -> UInt16? in
                guard bind(socket, general, length) == 0, listen(socket, 4) == 0 else { return nil }
                guard getsockname(socket, general, &length) == 0 else { return nil }
                return UInt16(bigEndian: name.pointee.sin_port)
            }
        }
        address = "http://127.0.0.1:\(try #require(port))/video.mp4"
    }

    deinit { close(socket) }
}
