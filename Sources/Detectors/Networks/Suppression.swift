internal import TrackModel

/// Non-maximum suppression: of what a network says of one object many times over, the surest.
enum Suppression {
    /// Sorted by falling score; what has the same score is ordered by its place.
    ///
    /// - Parameter overlap: candidates of one kind that overlap by more (intersection over union) are one object.
    static func objects(of candidates: [NetworkCandidate], overlap: Double) -> [NetworkCandidate] {
        candidates.filter { $0.box.isUsable }.sorted(by: ranksBefore).reduce(into: []) { kept, candidate in
            let isKnown = kept.contains {
                $0.kind == candidate.kind && $0.box.intersectionOverUnion(with: candidate.box) > overlap
            }
            if !isKnown { kept.append(candidate) }
        }
    }

    private static func ranksBefore(_ one: NetworkCandidate, _ other: NetworkCandidate) -> Bool {
        (-one.score, one.box.top, one.box.left, one.box.width, Double(one.kind)) < (
            -other.score, other.box.top, other.box.left, other.box.width, Double(other.kind)
        )
    }
}
