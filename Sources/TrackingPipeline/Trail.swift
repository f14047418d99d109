internal import TrackModel

/// The drafts of one track that are not written yet, one for each frame from the first to the last, and what is needed to go on.
struct Trail: Sendable {
    let label: String
    /// Place of `drafts[0]` in the run: 0 for the first frame processed.
    private(set) var first: Int
    private(set) var drafts: [Draft?]
    /// Whether it is written at all: its track was confirmed.
    var counts = false
    /// The id the user sees, once the first observation was written.
    var id: Int?
    /// The smoother's knowledge after the last frame that was written.
    var smootherState: BoxSmoother.State?
    /// The time of the last frame that was written with an observation.
    var lastWrittenTime: Double?
    /// Whether it left the picture after that.
    var leftAfterwards = false

    init(label: String, at place: Int) {
        self.label = label
        first = place
        drafts = []
    }

    /// One past the last place that has, or could have, a draft.
    var end: Int { first + drafts.count }

    subscript(place: Int) -> Draft? {
        get { place >= first && place < end ? drafts[place - first] : nil }
        set {
            if drafts.isEmpty {
                // Gone for longer than the window: where it was then says little of where it is now.
                if place > first { smootherState = nil }
                first = place
            }
            while place < first {
                drafts.insert(nil, at: 0)
                first -= 1
            }
            while place >= end { drafts.append(nil) }
            drafts[place - first] = newValue
        }
    }

    /// Forgets what lies before `place`.
    mutating func dropDrafts(before place: Int) {
        let count = min(max(0, place - first), drafts.count)
        drafts.removeFirst(count)
        first = max(first, place)
    }

    /// Removes the drafts from `place` on.
    mutating func removeDrafts(from place: Int) {
        guard place < end else { return }
        drafts.removeLast(min(drafts.count, end - place))
    }
}
