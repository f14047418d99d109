internal import TrackModel

/// Says which tracks are earlier ones that came back, by what they look like.
///
/// Two tracks may be one when they are never on screen together and look no more different than the threshold. Pairs are joined
/// from the most alike on; what was joined counts as one, and the mean of all its differences counts. If a third track looks about as much like the later one, and cannot be the
/// same object as the earlier one since they were seen together, nothing is joined: that is a question of chance.
struct Reidentification {
    let threshold: Double
    /// How much nearer it must be than that third track, 0...1 of its distance.
    let margin: Double
    let distance: (AppearanceDescription, AppearanceDescription) throws -> Double

    struct Candidate {
        let track: Int
        let span: TrackSpan
        /// What it looks like in its best pictures, the best first.
        let descriptions: [AppearanceDescription]
    }

    /// The pictures of each track that are compared; all pairs are.
    static let pictures = 4
    /// The most tracks that are compared with each other, the latest: what came before is known no more.
    static let memory = 500

    /// For each track that came back the one it is, its first.
    ///
    /// - Parameter tracks: ascending by id, which is the order of appearance.
    func returns(among tracks: [Candidate]) throws -> [Int: (track: Int, evidence: TrackReturn)] {
        let seen = tracks.filter { !$0.descriptions.isEmpty }.suffix(Self.memory).map(\.self)
        let distances = try CostMatrix(rows: seen.count, columns: seen.count) { row, column in
            row < column ? try difference(seen[row], seen[column]) : CostMatrix.forbidden
        }
        func between(_ one: Int, _ other: Int) -> Double { distances[min(one, other), max(one, other)] }

        var pairs: [(distance: Double, earlier: Int, later: Int)] = []
        for later in seen.indices {
            for earlier in 0..<later
            where between(earlier, later) <= threshold && !seen[earlier].span.overlaps(seen[later].span) {
                pairs.append((between(earlier, later), earlier, later))
            }
        }
        var groups = seen.indices.map { [$0] }
        var group = Array(seen.indices)
        var evidence: [Int: (distance: Double, other: Double?)] = [:]
        for pair in pairs.sorted(by: { ($0.distance, $0.later, $0.earlier) < ($1.distance, $1.later, $1.earlier) }) {
            let (one, two) = (group[pair.earlier], group[pair.later])
            guard one != two else { continue }
            func areTogether(_ first: [Int], _ second: [Int]) -> Bool {
                first.contains { member in second.contains { seen[member].span.overlaps(seen[$0].span) } }
            }
            guard !areTogether(groups[one], groups[two]) else { continue }
            // Or one look that lies between two people would make them one.
            let all = groups[one].flatMap { member in groups[two].map { between(member, $0) } }
            guard all.reduce(0, +) <= threshold * Double(all.count) else { continue }
            // Whoever was on screen with the earlier one is somebody else, and so is whoever was with the later one.
            let others = seen.indices.compactMap { third -> Double? in
                guard group[third] != one, group[third] != two else { return nil }
                if areTogether([third], groups[one]), !areTogether([third], groups[two]) {
                    return between(third, pair.later)
                }
                if areTogether([third], groups[two]), !areTogether([third], groups[one]) {
                    return between(third, pair.earlier)
                }
                return nil
            }
            let other = others.min()
            if let other, pair.distance > other * (1 - margin) { continue }
            let joined = (groups[one] + groups[two]).sorted()
            let (kept, gone) = (min(one, two), max(one, two))
            groups[kept] = joined
            groups[gone] = []
            for member in joined { group[member] = kept }
            evidence[pair.later] = evidence[pair.later] ?? (pair.distance, other)
        }
        var returns: [Int: (track: Int, evidence: TrackReturn)] = [:]
        for members in groups where members.count > 1 {
            let inTime = members.sorted { seen[$0].span.first < seen[$1].span.first }
            for (before, after) in zip(inTime, inTime.dropFirst()) {
                let known = evidence[after]
                returns[seen[after].track] = (
                    seen[inTime[0]].track,
                    TrackReturn(
                        formerTrack: seen[after].track, frame: seen[after].span.first,
                        lastFrame: seen[before].span.last,
                        distance: known?.distance ?? between(before, after), threshold: threshold,
                        otherDistance: known?.other)
                )
            }
        }
        return returns
    }

    /// The mean of the two least distances between their pictures: one alone may be chance.
    private func difference(_ first: Candidate, _ second: Candidate) throws -> Double {
        var all: [Double] = []
        for one in first.descriptions.prefix(Self.pictures) {
            for other in second.descriptions.prefix(Self.pictures) { all.append(try distance(one, other)) }
        }
        let least = all.sorted().prefix(2)
        return least.reduce(0, +) / Double(max(1, least.count))
    }
}
