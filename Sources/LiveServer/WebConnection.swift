internal import CMicrohttpd
internal import Foundation

/// One request's connection, for as long as libmicrohttpd keeps it: until it was answered.
struct WebConnection: @unchecked Sendable {
    // Unchecked: the library allows a suspended connection to be resumed from any thread; all else is done on its own.
    let pointer: OpaquePointer

    func header(_ name: String) -> String? { tmh_header(pointer, name).map { String(cString: $0) } }

    func argument(_ name: String) -> String? { tmh_argument(pointer, name).map { String(cString: $0) } }

    /// What every answer says: nothing is loaded from elsewhere, shown elsewhere, kept, or taken for what it is not.
    private static let fields = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]

    /// Answers.
    func reply(_ status: Int, _ bytes: [UInt8], type: String) -> MHD_Result {
        guard let response = bytes.withUnsafeBytes({ tmh_response($0.baseAddress, $0.count) }) else { return tmh_no }
        defer { MHD_destroy_response(response) }
        MHD_add_response_header(response, "Content-Type", type)
        for (name, value) in Self.fields { MHD_add_response_header(response, name, value) }
        switch status {
        case 401: MHD_add_response_header(response, "WWW-Authenticate", "Bearer")
        case 405: MHD_add_response_header(response, "Allow", "GET, HEAD, POST")
        case 429: MHD_add_response_header(response, "Retry-After", "1")
        default: break
        }
        return MHD_queue_response(pointer, UInt32(status), response)
    }
}
