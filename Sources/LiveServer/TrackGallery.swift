internal import TrackModel
internal import TrackReport

/// The tracks of late, for the list beside the picture: how sure each was, and its best picture.
struct TrackGallery: Sendable {
    struct Entry: Encodable, Sendable {
        let track: Int
        var label: String
        let firstTime: Double
        var lastTime: Double
        var isLive = true
        /// Confidences, a few a second, the newest last.
        var confidences: [Double] = []
        /// Rises with each better picture; 0 before the first.
        var photo = 0
    }

    private(set) var entries: [Int: Entry] = [:]
    /// Their best pictures, as JPEG.
    private(set) var photos: [Int: [UInt8]] = [:]
    /// Typed by the user; they hold for good.
    private var labels: [Int: String] = [:]
    private var scores: [Int: (score: Double, time: Double)] = [:]
    private var sampled: [Int: Double] = [:]
    private var published: (time: Double, ids: [Int])?
    private var hasChanged = true

    /// Tracks remembered; the oldest that are over go first.
    static let capacity = 60
    private static let samples = 60
    private static let sampleSeconds = 0.2
    private static let publishSeconds = 0.5
    /// How much better a picture must be to take the place of another, and how soon it may, in seconds.
    private static let improvement = 1.15
    private static let photoSeconds = 1.0

    /// The tracks that commands may name.
    var ids: Set<Int> { Set(entries.keys) }

    mutating func name(_ track: Int, _ label: String) {
        labels[track] = label
        entries[track]?.label = label
        hasChanged = true
    }

    /// The same with the labels that were typed.
    func labelled(_ observations: [Observation]) -> [Observation] {
        observations.map { observation in
            var observation = observation
            if let label = labels[observation.track] { observation.label = label }
            return observation
        }
    }

    /// Takes what holds in a frame.
    mutating func add(_ observations: [Observation], time: Double) {
        let seen = Set(observations.map(\.track))
        for observation in observations {
            let id = observation.track
            var entry =
                entries[id]
                ?? Entry(track: id, label: observation.label, firstTime: time, lastTime: time)
            entry.label = observation.label
            entry.lastTime = time
            if time - (sampled[id] ?? -.infinity) >= Self.sampleSeconds {
                sampled[id] = time
                entry.confidences =
                    entry.confidences.suffix(Self.samples - 1) + [observation.confidence.rounded(toDecimals: 2)]
            }
            entries[id] = entry
        }
        for id in entries.keys { entries[id]?.isLive = seen.contains(id) }
        forgetOldest()
    }

    private mutating func forgetOldest() {
        guard entries.count > Self.capacity else { return }
        let over = entries.values.filter { !$0.isLive }.sorted { ($0.lastTime, $0.track) < ($1.lastTime, $1.track) }
        for entry in over.prefix(entries.count - Self.capacity) {
            entries[entry.track] = nil
            photos[entry.track] = nil
            scores[entry.track] = nil
            sampled[entry.track] = nil
            labels[entry.track] = nil
        }
    }

    /// The observation that makes the better picture of its track, if any does.
    func betterPhoto(among observations: [Observation], in size: PixelSize, time: Double) -> (
        Observation, score: Double
    )? {
        for observation in observations {
            let others = observations.filter { $0.track != observation.track }.map(\.box)
            let score = ThumbnailScore.score(of: observation, among: others, in: size)
            guard let known = scores[observation.track] else { return (observation, score) }
            if score > Self.improvement * known.score, time - known.time >= Self.photoSeconds {
                return (observation, score)
            }
        }
        return nil
    }

    mutating func keep(_ jpeg: [UInt8], of track: Int, score: Double, time: Double) {
        photos[track] = jpeg
        scores[track] = (score, time)
        entries[track]?.photo += 1
        hasChanged = true
    }

    /// The list as JSON, when it is time to show it anew.
    mutating func news(at time: Double) -> [UInt8]? {
        let ids = entries.values.filter(\.isLive).map(\.track).sorted()
        if let published, published.ids == ids, !hasChanged, abs(time - published.time) < Self.publishSeconds {
            return nil
        }
        published = (time, ids)
        hasChanged = false
        let list = entries.values.sorted { ($0.isLive ? 0 : 1, -$0.track) < ($1.isLive ? 0 : 1, -$1.track) }
        return LiveState.json(list)
    }
}
