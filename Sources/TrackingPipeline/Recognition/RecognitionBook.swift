internal import TrackModel

/// Gathers what was seen of each track, and says in the end who the tracks are. Knows no pixels.
struct RecognitionBook {
    let rule: TrackRecognition
    /// By key, the best first.
    private var looks: [Int: [Look]] = [:]
    /// By key, the rounds that have seen it.
    private var rounds: [Int: Int] = [:]
    /// By id, once it is written.
    private var keys: [Int: Int] = [:]
    /// By id.
    private var spans: [Int: TrackSpan] = [:]

    init(_ rule: TrackRecognition) {
        self.rule = rule
    }

    /// Counts a round that sees this track, and says whether a picture of this quality is worth a look: every so manieth round, and then only
    /// what would be among the best.
    mutating func wantsLook(at key: Int, quality: Double) -> Bool {
        let round = rounds[key, default: 0]
        rounds[key] = round + 1
        guard quality > 0, round.isMultiple(of: rule.roundsBetweenLooks) else { return false }
        guard let known = looks[key], known.count >= rule.maximumLooks, let worst = known.last else { return true }
        return quality > worst.quality
    }

    mutating func add(_ look: Look, of key: Int) {
        insert(look, of: key)
    }

    /// One track turns out to be another.
    mutating func join(_ new: Int, into old: Int) {
        for look in looks.removeValue(forKey: new) ?? [] { insert(look, of: old) }
        rounds[old, default: 0] += rounds.removeValue(forKey: new) ?? 0
    }

    /// The track was no object after all.
    mutating func forget(_ key: Int) {
        looks[key] = nil
        rounds[key] = nil
    }

    /// The best first; of equals the earlier.
    private mutating func insert(_ look: Look, of key: Int) {
        var kept = looks[key] ?? []
        let place =
            kept.firstIndex { ($0.quality, look.frame) < (look.quality, $0.frame) } ?? kept.count
        kept.insert(look, at: place)
        if kept.count > rule.maximumLooks { kept.removeLast() }
        // Descriptions are large.
        for index in kept.indices.dropFirst(Reidentification.pictures) { kept[index].description = nil }
        looks[key] = kept
    }

    // MARK: - What is written

    /// The ids under which tracks are written.
    mutating func note(ids trails: [Int: Trail]) {
        for (key, trail) in trails {
            guard let id = trail.id, keys[id] == nil else { continue }
            keys[id] = key
            guard let past = keys[id - Reidentification.memory] else { continue }
            for index in looks[past, default: []].indices { looks[past]?[index].description = nil }
        }
    }

    /// Observations that are final.
    mutating func note(_ frames: [FrameObservations]) {
        for frame in frames {
            for observation in frame.observations {
                spans[observation.track, default: TrackSpan(first: frame.frame, last: frame.frame)].last = frame.frame
            }
        }
    }

    // MARK: - In the end

    /// Who the tracks are, from all that was seen.
    func identified() throws -> IdentifiedTracks {
        let tracks = spans.keys.sorted()
        var returns: [Int: (track: Int, evidence: TrackReturn)] = [:]
        if let threshold = rule.returnThreshold, let appearance = rule.appearance {
            let reidentification = Reidentification(
                threshold: threshold, margin: rule.returnMargin, distance: appearance.distance)
            returns = try reidentification.returns(
                among: tracks.compactMap { track in
                    guard let span = spans[track], let key = keys[track] else { return nil }
                    let seen = looks[key, default: []].compactMap(\.description)
                    return Reidentification.Candidate(track: track, span: span, descriptions: seen)
                })
        }
        var parts: [Int: [Int]] = [:]
        for track in tracks { parts[returns[track]?.track ?? track, default: []].append(track) }
        let identities = parts.keys.sorted().map { track in
            let all = (parts[track] ?? []).compactMap { keys[$0] }.flatMap { looks[$0] ?? [] }
            var identity = verdict(on: all.sorted { $0.frame < $1.frame }, of: track)
            identity.returns = (parts[track] ?? []).compactMap { returns[$0]?.evidence }
            return identity
        }
        return IdentifiedTracks(identities, tracks: returns.mapValues(\.track))
    }

    private func verdict(on looks: [Look], of track: Int) -> TrackIdentity {
        let names = rule.candidates
        var identity = TrackIdentity(track: track, frames: looks.map(\.frame))
        guard rule.naming != nil else { return identity }
        let whole = looks.reduce(0) { $0 + $1.quality }
        func mean(_ numbers: (Look) -> [Double]) -> [TrackIdentity.Candidate] {
            names.indices.compactMap { place in
                guard whole > 0, looks.allSatisfy({ numbers($0).count == names.count }) else { return nil }
                return TrackIdentity.Candidate(
                    name: names[place], value: looks.reduce(0) { $0 + $1.quality * numbers($1)[place] } / whole)
            }
        }
        // Sorting is stable: of equals the first of the list stays first.
        identity.votes = mean(\.votes).filter { $0.value > 0.00005 }.sorted { $0.value > $1.value }
        identity.distances = mean(\.distances).sorted { $0.value < $1.value }
        identity.confidence = identity.votes.first?.value ?? 0
        identity.label = TrackIdentity.unknownLabel
        if let best = identity.votes.first, best.value >= rule.minimumShare { identity.label = best.name }
        return identity
    }
}

/// The frames from a track's first to its last.
struct TrackSpan: Sendable, Hashable {
    var first: Int
    var last: Int

    func overlaps(_ other: TrackSpan) -> Bool { first <= other.last && other.first <= last }
}
