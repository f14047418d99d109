internal import Foundation
internal import TrackModel

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A socket that listens at an address.
enum ListeningSocket {
    /// Opens one; whoever calls owns it. Gives back the port too, which is the system's choice when 0 was asked for.
    ///
    /// Throws `TrackletError`: `usage` for a host that is none of this machine's, `failure` when the port is taken or not allowed.
    static func open(_ address: ListenAddress) throws -> (descriptor: Int32, port: UInt16) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(address.host, String(address.port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard status == 0, let first = list else {
            throw TrackletError(
                .usage,
                "The page cannot be served at \(address): \(address.host) stands for no address; give one of this machine's, as in --listen 127.0.0.1:8090."
            )
        }
        let descriptor = socket(first.pointee.ai_family, first.pointee.ai_socktype, first.pointee.ai_protocol)
        guard descriptor >= 0 else { throw failure(address, errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // A port that a run has just left can be taken again at once.
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0, listen(descriptor, 64) == 0 else {
            let code = errno
            close(descriptor)
            throw failure(address, code)
        }
        return (descriptor, address.port == 0 ? port(of: descriptor) : address.port)
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
            // The port stands at the same place in addresses of either kind.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func failure(_ address: ListenAddress, _ code: Int32) -> TrackletError {
        switch code {
        case EADDRINUSE:
            TrackletError(
                .failure,
                "The page cannot be served at \(address): another program has that port; stop it, or choose another with --listen \(address.host):\(Int(address.port) + 1)."
            )
        case EADDRNOTAVAIL:
            TrackletError(
                .usage,
                "The page cannot be served at \(address): this machine has no such address; give one of its own.")
        case EACCES:
            TrackletError(
                .failure,
                "The page cannot be served at \(address): ports below 1024 are not open to everyone; choose one above.")
        default:
            TrackletError(
                .failure,
                "The page cannot be served at \(address): \(String(cString: strerror(code))); choose another address.")
        }
    }
}
