internal import LiveServer
internal import TrackModel

/// What only `live` can be told.
struct LiveOptions {
    var listen = ListenAddress.standard
    var token: String?
    var loops = false

    /// Throws `TrackletError` (`usage`) when the value is not usable.
    mutating func apply(_ value: ValueParser) throws {
        switch value.option {
        case "listen":
            guard let address = ListenAddress(value.value) else {
                throw value.failure("give an address and a port from 0 to 65535, as in 127.0.0.1:8090")
            }
            listen = address
        case "token":
            let isPlain = value.value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isPlain, (8...200).contains(value.value.utf8.count) else {
                throw value.failure("give 8 to 200 letters, digits, - and _")
            }
            token = value.value
        case "loop": loops = true
        default: preconditionFailure("the option \(value.option) is declared and not applied")
        }
    }

    /// As a configuration file says them. The token is left out: it is a secret, and such files are shown around.
    var entries: [String: ConfigurationValue] {
        ["listen": .text(listen.description), "loop": .flag(loops)]
    }
}
