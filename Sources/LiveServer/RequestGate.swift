/// Decides from a request's header fields whether it may be answered at all.
///
/// A page of another site can have a browser send requests here. It cannot give them our `Host` by a name of its own that it
/// points at this machine (DNS rebinding), cannot hide its `Origin`, and cannot send JSON without being asked for leave first.
struct RequestGate: Sendable {
    /// As served, with the port in use.
    let address: ListenAddress
    /// What whoever asks must know; nil when everybody on this machine may ask.
    let token: String?
    /// What this machine is called by others.
    let machineName: String

    /// The fields that are looked at; nil where a request has none.
    struct Fields: Sendable {
        var host: String?
        var origin: String?
        var authorization: String?
        var contentType: String?
    }

    /// Throws `RequestRefusal`.
    ///
    /// - Parameters:
    ///   - isOpen: whether it is for the page itself, which holds no secrets and asks for the token.
    ///   - isCommand: whether it would change anything.
    func check(_ fields: Fields, isOpen: Bool, isCommand: Bool) throws(RequestRefusal) {
        guard let host = fields.host, isOurs(host) else {
            throw RequestRefusal(403, "This server answers to its own address only: http://\(address).")
        }
        if let origin = fields.origin, origin != "http://\(host)" {
            throw RequestRefusal(403, "Requests from pages of other sites are not answered.")
        }
        if isCommand {
            let kind = fields.contentType?.split(separator: ";").first.map { $0.lowercased() }
            guard kind == "application/json" else {
                throw RequestRefusal(415, "A command is JSON: send it as Content-Type: application/json.")
            }
        }
        guard let token, !isOpen else { return }
        guard let said = fields.authorization, Self.areEqual(said, "Bearer \(token)") else {
            throw RequestRefusal(401, "The token is missing or wrong; open the address that tracklet printed.")
        }
    }

    private func isOurs(_ field: String) -> Bool {
        let suffix = ":\(address.port)"
        // A browser leaves the usual port out.
        guard field.hasSuffix(suffix) || address.port == 80 else { return false }
        var name = field.hasSuffix(suffix) ? String(field.dropLast(suffix.count)) : field
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        name = name.lowercased()
        if name == address.host.lowercased() { return true }
        if address.isLoopback { return ListenAddress(host: name, port: 0).isLoopback }
        // An address, not a name, cannot be pointed elsewhere.
        let isAddress =
            name.contains(":")
            || name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { UInt8($0) != nil }
        let own = machineName.lowercased()
        return isAddress || name == "localhost" || name == own || name == own + ".local"
    }

    /// In a time that does not tell how much is right.
    private static func areEqual(_ first: String, _ second: String) -> Bool {
        let (one, other) = (Array(first.utf8), Array(second.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
