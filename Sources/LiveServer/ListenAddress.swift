internal import Foundation

/// Where the page is served: a host and a port of this machine.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An address, or a name that stands for one.
    public var host: String
    /// 0 for any that is free.
    public var port: UInt16

    public static let standard = ListenAddress(host: "127.0.0.1", port: 8090)

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// From "HOST:PORT", "[IPv6]:PORT", ":PORT" or "PORT"; nil for any other text.
    public init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(digits), digits.allSatisfy(\.isASCII) else { return nil }
        self.port = port
        var host = colon.map { String(text[..<$0]) } ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber || "-.".contains($0)) }) {
            return nil
        }
        self.host = host.isEmpty ? Self.standard.host : host
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { host == "localhost" || host == "::1" || Self.isLoopbackIPv4(host) }

    /// As it stands in an address of the web.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
