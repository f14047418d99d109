internal import CMicrohttpd
internal import Foundation
internal import Synchronization
internal import TrackModel

/// Serves the page, the newest picture with what is tracked in it, and takes commands, over libmicrohttpd.
///
/// One thread of the library's own does it all. A page that has the newest picture waits for the next one without a thread or a
/// queue of its own (its connection is suspended), so that a slow page gets fewer pictures and none gets old ones.
final class WebServer: Sendable {
    let port: UInt16
    private let board: LiveBoard
    private let desk: CommandDesk
    private let gate: RequestGate
    private let questions = Mutex(RateLimit(perSecond: 600, burst: 1200))
    // Set once in `init`, before anyone else has the object, and stopped once, in `stop`.
    private nonisolated(unsafe) var daemon: OpaquePointer?

    private static let connections: UInt32 = 64
    private static let timeoutSeconds: UInt32 = 30
    private static let connectionMemory = 32 << 10

    /// Listens, and answers from here on. Throws `TrackletError` as `ListeningSocket` does.
    init(_ address: ListenAddress, token: String?, board: LiveBoard, desk: CommandDesk) throws {
        let (descriptor, port) = try ListeningSocket.open(address)
        self.port = port
        self.board = board
        self.desk = desk
        gate = RequestGate(
            address: ListenAddress(host: address.host, port: port), token: token, machineName: Self.machineName)
        daemon = tmh_start(
            descriptor, answerRequest, forgetRequest, Unmanaged.passUnretained(self).toOpaque(), Self.connections,
            Self.timeoutSeconds, Self.connectionMemory)
        guard daemon != nil else {
            close(descriptor)
            throw TrackletError(
                .failure, "The page cannot be served at \(address): the system allows no further thread.")
        }
    }

    /// Lets go of all pages. To be called once; the object must live until it returns.
    func stop() {
        board.close()
        guard let daemon else { return }
        MHD_stop_daemon(daemon)
    }

    private static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

// MARK: - Requests

/// What has come of one request so far.
private final class WebRequest {
    var body: [UInt8] = []
    var isTooLong = false
    /// In milliseconds of the steady clock, for pages to reckon the way to us by.
    let received = ContinuousClock.now.milliseconds
}

/// libmicrohttpd calls it when the header fields are there, for each piece of the body, at its end, and after a suspension.
private let answerRequest: MHD_AccessHandlerCallback = {
    context, connection, path, method, _, data, dataCount, memory in
    guard let context, let connection, let path, let method, let dataCount, let memory else { return tmh_no }
    let server = Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
    guard let known = memory.pointee else {
        memory.pointee = Unmanaged.passRetained(WebRequest()).toOpaque()
        return tmh_yes
    }
    let request = Unmanaged<WebRequest>.fromOpaque(known).takeUnretainedValue()
    if dataCount.pointee > 0, let data {
        if request.body.count + dataCount.pointee > LiveCommand.maximumBytes {
            // The rest is read and forgotten, so that the answer finds a reader.
            request.isTooLong = true
        } else {
            data.withMemoryRebound(to: UInt8.self, capacity: dataCount.pointee) {
                request.body += UnsafeBufferPointer(start: $0, count: dataCount.pointee)
            }
        }
        dataCount.pointee = 0
        return tmh_yes
    }
    return server.answer(
        WebConnection(pointer: connection), path: String(cString: path), method: String(cString: method), request)
}

private let forgetRequest: MHD_RequestCompletedCallback = { _, _, memory, _ in
    guard let known = memory?.pointee else { return }
    Unmanaged<WebRequest>.fromOpaque(known).release()
    memory?.pointee = nil
}

extension WebServer {
    fileprivate func answer(
        _ connection: WebConnection, path: String, method: String, _ request: WebRequest
    ) -> MHD_Result {
        do throws(RequestRefusal) {
            let isRead = method == "GET" || method == "HEAD"
            let isCommand = path == "/commands"
            let file = PageFile.named(path)
            try gate.check(
                RequestGate.Fields(
                    host: connection.header("Host"), origin: connection.header("Origin"),
                    authorization: connection.header("Authorization"), contentType: connection.header("Content-Type")),
                isOpen: file != nil, isCommand: isCommand && !isRead)
            guard isCommand ? method == "POST" : isRead else {
                throw RequestRefusal(405, "\(path) takes \(isCommand ? "POST" : "GET") only.")
            }
            if isCommand {
                guard !request.isTooLong else {
                    throw RequestRefusal(413, "A command has at most \(LiveCommand.maximumBytes) bytes.")
                }
                try desk.take(json: request.body, at: .now)
                return connection.reply(202, Array("{\"ok\":true}".utf8), type: "application/json")
            }
            guard questions.withLock({ $0.admits(at: .now) }) else {
                throw RequestRefusal(429, "Too many requests; wait a moment.")
            }
            if let file { return connection.reply(200, file.bytes, type: file.type) }
            if path == "/showing" { return show(on: connection, request) }
            if let track = Self.track(ofPhoto: path), let photo = board.photo(ofTrack: track) {
                return connection.reply(200, photo, type: "image/jpeg")
            }
            throw RequestRefusal(404, "There is nothing at \(path.prefix(100)).")
        } catch {
            let message = LiveState.json(["error": error.message])
            return connection.reply(error.status, message, type: "application/json")
        }
    }

    /// "/tracks/7.jpg"
    private static func track(ofPhoto path: String) -> Int? {
        guard path.hasPrefix("/tracks/"), path.hasSuffix(".jpg") else { return nil }
        return Int(path.dropFirst("/tracks/".count).dropLast(".jpg".count))
    }

    /// What is newer than the version that the page has: four bytes with the length of the state (the highest first), the state, and the
    /// picture, where it is newer too. Waits when nothing is.
    private func show(on connection: WebConnection, _ request: WebRequest) -> MHD_Result {
        let known = connection.argument("after").flatMap { Int($0) } ?? 0
        let knownTracks = connection.argument("tracks").flatMap { Int($0) } ?? 0
        let showing = board.showing(after: known, at: .now) {
            MHD_suspend_connection(connection.pointer)
            return { MHD_resume_connection(connection.pointer) }
        }
        guard let showing else { return tmh_yes }
        var state = showing.state
        if showing.tracksVersion > knownTracks {
            state += Array(",\"tracks\":".utf8) + showing.tracks
            state += Array(",\"tracksVersion\":\(showing.tracksVersion)".utf8)
        }
        state += Array(",\"received\":\(request.received),\"sent\":\(ContinuousClock.now.milliseconds)}".utf8)
        let count = UInt32(state.count)
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        bytes += state
        if showing.pictureVersion > known { bytes += showing.jpeg }
        return connection.reply(200, bytes, type: "application/octet-stream")
    }
}
