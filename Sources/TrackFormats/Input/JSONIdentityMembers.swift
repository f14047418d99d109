import TrackModel

/// `{"confidence": …, "frames": […], "votes": {…}, "distances": {…}}`: why a track has its label.
struct JSONIdentity: Decodable {
    let confidence: Double
    let frames: [Int]
    let votes: [TrackIdentity.Candidate]
    let distances: [TrackIdentity.Candidate]

    private enum CodingKeys: String, CodingKey {
        case confidence, frames, votes, distances
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func candidates(_ key: CodingKeys) throws -> [TrackIdentity.Candidate] {
            let named = try members.ifPresent(key) { try members.decode([String: Double].self, forKey: $0) } ?? [:]
            return named.map { TrackIdentity.Candidate(name: $0.key, value: $0.value) }
        }
        confidence = try members.ifPresent(.confidence) { try members.number($0) } ?? 0
        frames = try members.ifPresent(.frames) { try members.decode([Int].self, forKey: $0) } ?? []
        // An object has no order: the likeliest first, and of equals by name.
        votes = try candidates(.votes).sorted { ($1.value, $0.name) < ($0.value, $1.name) }
        distances = try candidates(.distances).sorted { ($0.value, $0.name) < ($1.value, $1.name) }
    }
}

/// `{"frame": …, "lastFrame": …, "formerTrack": …, "distance": …, "threshold": …, "otherDistance": …}`: why it is an earlier one.
struct JSONReturn: Decodable {
    let found: TrackReturn

    private enum CodingKeys: String, CodingKey {
        case frame, lastFrame, formerTrack, distance, threshold, otherDistance
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        found = TrackReturn(
            formerTrack: try members.wholeNumber(.formerTrack), frame: try members.wholeNumber(.frame),
            lastFrame: try members.wholeNumber(.lastFrame), distance: try members.number(.distance),
            threshold: try members.number(.threshold),
            otherDistance: try members.ifPresent(.otherDistance) { try members.number($0) })
    }
}

extension JSONDocument.Track {
    /// Who it was found to be; nil when nothing is said of it.
    func trackIdentity(label: String) -> TrackIdentity? {
        guard identity != nil || !returns.isEmpty else { return nil }
        return TrackIdentity(
            track: track, label: identity == nil ? nil : label, confidence: identity?.confidence ?? 0,
            frames: identity?.frames ?? [], votes: identity?.votes ?? [], distances: identity?.distances ?? [],
            returns: returns.map(\.found))
    }
}
