/// Frames as spans of consecutive ones, for lists that stay short.
struct FrameSpans: Sendable, Hashable, Encodable {
    private(set) var spans: [ClosedRange<Int>] = []

    /// Adds a frame at or after the last one.
    mutating func add(_ frame: Int) {
        guard let last = spans.last else { return spans.append(frame...frame) }
        if frame <= last.upperBound { return }
        if frame == last.upperBound + 1 {
            spans[spans.count - 1] = last.lowerBound...frame
        } else {
            spans.append(frame...frame)
        }
    }

    var count: Int { spans.reduce(0) { $0 + $1.count } }

    /// `[[first, last], …]`
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(spans.map { [$0.lowerBound, $0.upperBound] })
    }
}
