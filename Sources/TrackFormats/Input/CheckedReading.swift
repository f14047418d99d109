import TrackModel

/// What a reader makes of a file: the tracks as far as they can be read, and everything that is wrong.
struct CheckedReading {
    var document = TrackDocument(frames: [])
    /// In the order in which they were found.
    var findings: [Finding] = []
    /// What stopped a reader that stops at the first fault.
    private var failure: TrackletError?

    init() {}

    /// From a reader that stops at the first fault.
    init(_ text: TrackText, _ read: () throws(TrackletError) -> TrackDocument) {
        do {
            document = try read()
        } catch {
            failure = error
            findings = [text.finding(of: error)]
        }
    }

    /// Of a file that cannot be read at all.
    init(failure: TrackletError) {
        self.failure = failure
    }

    /// The tracks. Throws `TrackletError` (`badData`) for the first finding that stops the reading.
    func readDocument(_ text: TrackText) throws(TrackletError) -> TrackDocument {
        if let failure { throw failure }
        if let first = findings.first(where: \.stopsReading) {
            throw text.fault(line: first.line, first.message)
        }
        return document
    }
}
