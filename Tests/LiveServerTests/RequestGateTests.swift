import Testing

@testable import LiveServer

@Suite("Who is answered")
struct RequestGateTests {
    private let own = RequestGate(
        address: ListenAddress(host: "127.0.0.1", port: 8090), token: nil, machineName: "camera")
    private let open = RequestGate(
        address: ListenAddress(host: "0.0.0.0", port: 8090), token: "long-secret", machineName: "camera")

    private func status(
        _ gate: RequestGate, host: String?, origin: String? = nil, authorization: String? = nil,
        type: String? = "application/json", isOpen: Bool = false, isCommand: Bool = true
    ) -> Int {
        let fields = RequestGate.Fields(host: host, origin: origin, authorization: authorization, contentType: type)
        do throws(RequestRefusal) {
            try gate.check(fields, isOpen: isOpen, isCommand: isCommand)
            return 200
        } catch {
            return error.status
        }
    }

    @Test(
        "on loopback, only what was asked of loopback is answered",
        arguments: [
            ("127.0.0.1:8090", 200), ("localhost:8090", 200), ("[::1]:8090", 200), ("LOCALHOST:8090", 200),
            ("127.0.0.1", 403), ("127.0.0.1:8091", 403), ("example.org:8090", 403), ("127.0.0.1.example.org:8090", 403),
            ("192.168.1.7:8090", 403), ("camera:8090", 403), ("", 403), (nil, 403),
        ])
    func hosts(host: String?, wanted: Int) {
        #expect(status(own, host: host) == wanted)
    }

    @Test(
        "served to others, addresses and the machine's name are its own, and other names are not",
        arguments: [
            ("192.168.1.7:8090", 200), ("[fe80::1]:8090", 200), ("camera:8090", 200), ("camera.local:8090", 200),
            ("example.org:8090", 403), ("camera.example.org:8090", 403),
        ])
    func openHosts(host: String, wanted: Int) {
        #expect(status(open, host: host, authorization: "Bearer long-secret") == wanted)
    }

    @Test(
        "a page of another site is refused",
        arguments: [
            ("http://127.0.0.1:8090", 200), ("http://localhost:8090", 403), ("http://example.org", 403), ("null", 403),
            ("https://127.0.0.1:8090", 403), ("http://127.0.0.1:80", 403),
        ])
    func origins(origin: String, wanted: Int) {
        #expect(status(own, host: "127.0.0.1:8090", origin: origin) == wanted)
    }

    @Test(
        "a command says that it is JSON, as no form of another site can",
        arguments: [
            ("application/json", 200), ("Application/JSON; charset=utf-8", 200), ("text/plain", 415),
            ("application/x-www-form-urlencoded", 415), (nil, 415),
        ])
    func types(type: String?, wanted: Int) {
        #expect(status(own, host: "127.0.0.1:8090", type: type) == wanted)
    }

    @Test(
        "with a token, only the page itself is open",
        arguments: [
            ("Bearer long-secret", false, 200), ("Bearer long-secreT", false, 401), ("long-secret", false, 401),
            ("Bearer long-secret ", false, 401), (nil, false, 401), (nil, true, 200),
        ])
    func tokens(authorization: String?, isOpen: Bool, wanted: Int) {
        #expect(
            status(open, host: "camera:8090", authorization: authorization, isOpen: isOpen, isCommand: false) == wanted)
    }

    @Test(
        "an address to listen at is read",
        arguments: [
            ("127.0.0.1:8090", ListenAddress(host: "127.0.0.1", port: 8090), true),
            ("8090", ListenAddress(host: "127.0.0.1", port: 8090), true),
            (":0", ListenAddress(host: "127.0.0.1", port: 0), true),
            ("[::1]:80", ListenAddress(host: "::1", port: 80), true),
            ("localhost:80", ListenAddress(host: "localhost", port: 80), true),
            ("0.0.0.0:80", ListenAddress(host: "0.0.0.0", port: 80), false),
            ("[::]:80", ListenAddress(host: "::", port: 80), false),
            ("127.0.0.1.example.org:80", ListenAddress(host: "127.0.0.1.example.org", port: 80), false),
        ])
    func addresses(text: String, address: ListenAddress, isLoopback: Bool) {
        #expect(ListenAddress(text) == address)
        #expect(address.isLoopback == isLoopback)
    }

    @Test("what is no address is none", arguments: ["", "host", "host:", "host:99999", "::1:80:x", "a b:80", "[x]:80"])
    func noAddresses(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
