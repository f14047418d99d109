internal import TrackModel
internal import VideoIO

/// How many frames a run will see, as far as the source declares it: for the progress alone.
struct ExpectedFrames: Equatable {
    /// Nil when unknown.
    let count: Int?

    /// - Parameters:
    ///   - start, end: where reading starts and ends; nil for the source's own.
    init(_ facts: SourceFacts, start: FrameLimit?, end: FrameLimit?) {
        guard let total = facts.declaredFrameCount else {
            count = nil
            return
        }
        func index(_ limit: FrameLimit?) -> Int? {
            switch limit {
            case .frame(let index)?: min(index, total)
            case .seconds(let seconds)?:
                facts.nominalFrameRate.map { Int(min(Double(total), max(0, (seconds * $0).rounded(.up)))) }
            case nil: nil
            }
        }
        count = max(0, (index(end) ?? total) - (index(start) ?? 0))
    }
}
