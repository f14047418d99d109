/// Which frames of a video are kept as pictures for the paths of its tracks to be drawn on.
///
/// Few, and each track has one that it is seen in as long as there are no more than `limit`: the tracks are asked from the longest to the shortest, and
/// one that has no frame yet gets the middle of its own.
struct StillPlan {
    /// Ascending.
    let frames: [Int]

    static let limit = 16

    init(_ paths: [TrackPath], limit: Int = limit) {
        let ordered = paths.sorted { ($1.samples.count, $0.track) < ($0.samples.count, $1.track) }
        var chosen: [Int] = []
        for path in ordered where chosen.count < limit {
            if chosen.contains(where: { path.sample(of: $0) != nil }) { continue }
            chosen.append(path.samples[path.samples.count / 2].frame)
        }
        frames = chosen.sorted()
    }

    /// The place in `frames` of the one that suits a track: one it is seen in, or the nearest to its middle; nil when there is none.
    func place(for path: TrackPath) -> Int? {
        let middle = path.samples.isEmpty ? 0 : path.samples[path.samples.count / 2].frame
        func distance(_ place: Int) -> Int { abs(frames[place] - middle) }
        let seen = frames.indices.filter { path.sample(of: frames[$0]) != nil }
        return (seen.isEmpty ? Array(frames.indices) : seen).min { distance($0) < distance($1) }
    }
}
