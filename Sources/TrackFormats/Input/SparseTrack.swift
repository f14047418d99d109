import TrackModel

/// A track of which a file holds some boxes and says what is true between them.
struct SparseTrack {
    struct Entry {
        var frame: Int
        /// nil: from this frame on there is nothing.
        var observation: Observation?
        /// Whether the object stays until the next entry.
        var isOpen: Bool
        /// From 1, for messages.
        var line: Int?
    }

    /// More boxes than this between two entries are no track of a video but a mistyped frame number.
    private static let longestSpan = 10_000_000

    /// Ascending by frame.
    var entries: [Entry]

    /// The boxes the entries imply and do not name: on a line to the next box, or where the last one was when nothing or an
    /// end follows. Their source is `interpolated`.
    ///
    /// - Parameter frameCount: where a track that is never closed ends; nil ends it with its last box.
    func forEachImplied(
        frameCount: Int?, _ body: (_ frame: Int, _ observation: Observation) -> Void
    ) throws(Finding) {
        for (index, entry) in entries.enumerated() {
            guard entry.isOpen, let first = entry.observation else { continue }
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            let end = next?.frame ?? frameCount ?? 0
            guard end - entry.frame <= Self.longestSpan else {
                throw Finding(
                    line: entry.line, "the box at frame \(entry.frame) would stand for \(end - entry.frame) frames")
            }
            guard end > entry.frame + 1 else { continue }
            for frame in (entry.frame + 1)..<end {
                var observation = first
                observation.source = .interpolated
                observation.corners = nil
                if let last = next?.observation {
                    let share = Double(frame - entry.frame) / Double(end - entry.frame)
                    observation.box = first.box.interpolated(to: last.box, share: share)
                    observation.confidence += (last.confidence - first.confidence) * share
                }
                body(frame, observation)
            }
        }
    }
}
