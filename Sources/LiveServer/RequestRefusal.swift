/// Why a request is not done: a status of HTTP and a sentence for whoever asked.
struct RequestRefusal: Error, Equatable {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> RequestRefusal { RequestRefusal(400, message) }
    /// It is understood, and makes no sense here.
    static func unusable(_ message: String) -> RequestRefusal { RequestRefusal(422, message) }
}
