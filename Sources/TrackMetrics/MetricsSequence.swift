public import TrackModel

/// The ground truth and the tracker's results of one video, ready for the metrics.
///
/// Identities are renumbered from 0 in the order in which they first appear. Frames in which there is neither ground truth nor
/// a result are left out: no metric here depends on them.
public struct MetricsSequence: Sendable, Hashable {
    public let frames: [MetricsFrame]
    /// How many identities the ground truth has.
    public let truthIdentityCount: Int
    /// How many identities the tracker reports.
    public let resultIdentityCount: Int
    /// How many result boxes were dropped because they lie in ignored places.
    public let ignoredResultCount: Int
    /// How many result boxes were dropped because their identity had occurred in their frame before.
    public let repeatedResultCount: Int

    /// How many boxes the ground truth has in all frames.
    public var truthBoxCount: Int { frames.reduce(0) { $0 + $1.truth.count } }
    /// How many boxes the tracker reports in all frames.
    public var resultBoxCount: Int { frames.reduce(0) { $0 + $1.results.count } }

    /// A sequence whose similarities are known: of masks, of points, or of boxes compared in a way of one's own.
    ///
    /// - Throws: `TrackletError` (`badData`) when an identity occurs twice in a frame, the number of similarities does not fit,
    ///   or one lies outside 0...1.
    public init(frames: [MetricsFrame]) throws(TrackletError) {
        try self.init(checking: frames, ignoredResultCount: 0, repeatedResultCount: 0)
    }

    init(checking frames: [MetricsFrame], ignoredResultCount: Int, repeatedResultCount: Int) throws(TrackletError) {
        var truthNumbering = IdentityNumbering()
        var resultNumbering = IdentityNumbering()
        var renumbered: [MetricsFrame] = []
        for (index, frame) in frames.enumerated() where !(frame.truth.isEmpty && frame.results.isEmpty) {
            try Self.check(frame, at: index)
            renumbered.append(
                MetricsFrame(
                    truth: frame.truth.map { truthNumbering.number(of: $0) },
                    results: frame.results.map { resultNumbering.number(of: $0) },
                    similarities: frame.similarities))
        }
        self.frames = renumbered
        truthIdentityCount = truthNumbering.count
        resultIdentityCount = resultNumbering.count
        self.ignoredResultCount = ignoredResultCount
        self.repeatedResultCount = repeatedResultCount
    }

    private static func check(_ frame: MetricsFrame, at index: Int) throws(TrackletError) {
        for (name, identities) in [("ground truth", frame.truth), ("results", frame.results)] {
            var seen: Set<Int> = []
            for identity in identities where !seen.insert(identity).inserted {
                throw TrackletError(
                    .badData,
                    "The \(name) has track \(identity) twice in entry \(index) of the frames, but a track has one place in a "
                        + "frame; remove one of the two.")
            }
        }
        let expected = frame.truth.count * frame.results.count
        guard frame.similarities.count == expected else {
            throw TrackletError(
                .badData,
                "Entry \(index) of the frames has \(frame.similarities.count) similarities, but \(frame.truth.count) "
                    + "ground-truth and \(frame.results.count) result boxes make \(expected) pairs; give one for each pair."
            )
        }
        for similarity in frame.similarities where !(similarity >= 0 && similarity <= 1) {
            throw TrackletError(
                .badData,
                "Entry \(index) of the frames has the similarity \(similarity), which lies outside 0...1; scale it to that "
                    + "range.")
        }
    }
}

/// Numbers identities from 0 in the order in which they are first asked for.
private struct IdentityNumbering {
    private var numbers: [Int: Int] = [:]

    var count: Int { numbers.count }

    mutating func number(of identity: Int) -> Int {
        if let number = numbers[identity] { return number }
        let number = numbers.count
        numbers[identity] = number
        return number
    }
}
