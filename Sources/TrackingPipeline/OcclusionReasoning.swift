internal import TrackModel

/// Tells which of several followed objects are behind others.
///
/// A tracker whose object disappears behind another one tends to go on with that. Where two boxes overlap, the object that no
/// longer looks like itself is the one behind.
struct OcclusionReasoning: Sendable {
    /// How much larger than its box an object may be: a head is larger than its face.
    var reach = 1.6
    /// Share of a box that another must cover before its object may be behind it, 0...1.
    var minimumCover = 0.3
    /// Likeness to what an object was below which it is hidden, -1...1.
    var minimumLikeness = 0.45

    struct Candidate {
        let key: Int
        let label: String
        let box: Box
        let appearance: Appearance?
    }

    /// The keys of the candidates that are behind another one, or behind one of `others`, ascending if the candidates are.
    func hidden(among candidates: [Candidate], or others: [Candidate] = [], in luma: LumaPlane) -> [Int] {
        candidates.filter { candidate in
            guard let known = candidate.appearance else { return false }
            let isCovered = (candidates + others).contains { other in
                other.key != candidate.key && other.label == candidate.label
                    && candidate.box.coveredShare(by: other.box.scaled(width: reach, height: reach)) >= minimumCover
            }
            guard isCovered, let seen = Appearance(of: candidate.box, in: luma) else { return false }
            return known.similarity(to: seen) < minimumLikeness
        }.map(\.key)
    }
}
