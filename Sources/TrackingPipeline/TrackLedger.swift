internal import TrackModel

/// Holds the drafts of a bounded window of frames until nothing can change them any more, then fills, smooths and numbers them.
struct TrackLedger {
    var minimumConfidence: Double
    let smoother: BoxSmoother?
    /// The longest gap that is filled, in seconds.
    let gapSeconds: Double

    private(set) var trails: [Int: Trail] = [:]
    private var frames: [(place: Int, index: Int, time: Double)] = []
    private var nextID = 1
    /// Tracks that have an id.
    private(set) var trackCount = 0

    init(configuration: TrackingConfiguration) {
        minimumConfidence = configuration.minimumConfidence
        smoother = configuration.looksBack ? BoxSmoother() : nil
        gapSeconds = configuration.looksBack ? configuration.lookBackSeconds : 0
    }

    /// Adds a frame; its drafts follow.
    mutating func append(place: Int, index: Int, time: Double) {
        frames.append((place, index, time))
    }

    /// The oldest place that is still held.
    var firstPlace: Int? { frames.first?.place }
    /// How many seconds of frames are held.
    var heldSeconds: Double { (frames.last?.time ?? 0) - (frames.first?.time ?? 0) }

    /// The first place whose time is not before `time`; one past the last when there is none.
    func place(before time: Double) -> Int {
        frames.first { $0.time >= time }?.place ?? (frames.last?.place ?? -1) + 1
    }

    func draft(_ key: Int, at place: Int) -> Draft? { trails[key]?[place] }

    mutating func set(_ draft: Draft?, of key: Int, label: String, at place: Int) {
        trails[key, default: Trail(label: label, at: place)][place] = draft
    }

    /// Changes the draft if there is one.
    mutating func update(_ key: Int, at place: Int, _ change: (inout Draft) -> Void) {
        guard var draft = trails[key]?[place] else { return }
        change(&draft)
        trails[key]?[place] = draft
    }

    mutating func count(_ key: Int) {
        trails[key]?.counts = true
    }

    /// Forgets a track that never counted.
    mutating func discard(_ key: Int) {
        trails[key] = nil
    }

    /// Gives the drafts of one track to another; where both have one, the new one's stays.
    mutating func join(_ new: Int, into old: Int) {
        guard let newTrail = trails.removeValue(forKey: new), trails[old] != nil else { return }
        trails[old]?.removeDrafts(from: newTrail.first)
        for place in newTrail.first..<newTrail.end where newTrail[place] != nil {
            trails[old]?[place] = newTrail[place]
        }
        if newTrail.counts { trails[old]?.counts = true }
    }

    // MARK: Writing

    /// Takes the frames before `place` out of the window, final.
    mutating func release(before place: Int) -> [FrameObservations] {
        let leaving = Array(frames.prefix { $0.place < place })
        guard let first = leaving.first, let last = leaving.last else { return [] }
        frames.removeFirst(leaving.count)

        var rows = [[(order: Double, key: Int, observation: Observation)]](repeating: [], count: leaving.count)
        let times = Dictionary(uniqueKeysWithValues: (leaving + frames).map { ($0.place, $0.time) })
        for key in trails.keys.sorted() {
            guard var trail = trails[key], trail.first <= last.place else { continue }
            if trail.counts {
                for (place, observation) in finished(&trail, through: last.place, times: times)
                where place >= first.place {
                    rows[place - first.place].append((observation.box.left, key, observation))
                }
            }
            trail.dropDrafts(before: last.place + 1)
            trails[key] = trail
        }

        return leaving.enumerated().map { offset, frame in
            // New ids are given in order of appearance; of those that appear together the leftmost comes first.
            for row in rows[offset].sorted(by: { ($0.order, $0.key) < ($1.order, $1.key) })
            where trails[row.key]?.id == nil {
                trails[row.key]?.id = nextID
                nextID += 1
                trackCount += 1
            }
            let observations = rows[offset].map { row in
                var observation = row.observation
                observation.track = trails[row.key]?.id ?? 0
                return observation
            }
            return FrameObservations(
                frame: frame.index, time: frame.time, observations: observations.sorted { $0.track < $1.track })
        }
    }

    /// Forgets the trails of tracks that ended and have nothing left to write.
    mutating func forgetTrails(except living: Set<Int>) {
        guard let firstPlace else {
            trails = trails.filter { living.contains($0.key) }
            return
        }
        trails = trails.filter { living.contains($0.key) || $0.value.end > firstPlace }
    }

    /// The observations of one trail up to `lastPlace`, gaps filled and boxes smoothed with all that is known of later frames.
    private func finished(
        _ trail: inout Trail, through lastPlace: Int, times: [Int: Double]
    ) -> [(place: Int, observation: Observation)] {
        let places = trail.first..<trail.end
        guard !places.isEmpty else { return [] }
        let shown = places.map { place in (trail[place]?.confidence ?? 0) >= minimumConfidence }
        var boxes = places.map { trail[$0]?.box }

        if let smoother {
            let steps = places.map { place -> BoxSmoother.Step in
                let draft = trail[place]
                return BoxSmoother.Step(
                    motion: draft.flatMap(Self.motion),
                    confidence: max(draft?.forward?.confidence ?? 0, draft?.backward?.confidence ?? 0),
                    measurement: draft?.measurement, measurementNoise: draft?.measurementNoise ?? 1,
                    box: draft?.box ?? Box(left: 0, top: 0, width: 1, height: 1))
            }
            let (smoothed, states) = smoother.smooth(steps, after: trail.smootherState)
            boxes = smoothed
            trail.smootherState = states[min(lastPlace, trail.end - 1) - trail.first]
        }

        var result: [(Int, Observation)] = []
        for place in places where place <= lastPlace {
            let offset = place - trail.first
            if trail[place]?.leftPicture == true { trail.leftAfterwards = true }
            guard let box = boxes[offset], box.isUsable else { continue }
            if shown[offset], let draft = trail[place] {
                let seen = draft.seenCorners
                result.append(
                    (
                        place,
                        Observation(
                            track: 0, label: trail.label, box: seen?.bounds ?? box, confidence: draft.confidence,
                            source: draft.source,
                            corners: seen ?? draft.corners?.mapped(from: draft.box, to: box),
                            landmarks: draft.measurement == nil
                                ? draft.landmarks?.mapped(from: draft.box, to: box) : draft.landmarks)
                    ))
                trail.lastWrittenTime = times[place]
                trail.leftAfterwards = false
            } else if let filled = filledConfidence(at: offset, of: trail, shown: shown, times: times) {
                result.append(
                    (
                        place,
                        Observation(
                            track: 0, label: trail.label, box: box, confidence: filled, source: .interpolated)
                    ))
            }
        }
        return result
    }

    /// The confidence of a frame inside a gap that is short enough to be filled: the cut-off, as little as is shown. Nil
    /// outside of such gaps.
    private func filledConfidence(at offset: Int, of trail: Trail, shown: [Bool], times: [Int: Double]) -> Double? {
        guard gapSeconds > 0, let next = shown[offset...].firstIndex(of: true) else { return nil }
        let before = shown[..<offset].lastIndex(of: true)
        // What was shown last may have been written before, and be held no more.
        let beforeTime = before.map { times[trail.first + $0] } ?? trail.lastWrittenTime
        guard let beforeTime, let nextTime = times[trail.first + next] else { return nil }
        let hasLeft =
            before == nil && trail.leftAfterwards
            || ((before ?? -1) + 1..<next).contains { trail[trail.first + $0]?.leftPicture == true }
        guard !hasLeft else { return nil }
        return nextTime - beforeTime <= gapSeconds ? minimumConfidence : nil
    }

    private static func motion(of draft: Draft) -> Motion? {
        switch (draft.forward, draft.backward) {
        case (let forward?, let backward?):
            .mean(
                forward.motion, weight: forward.confidence * forward.confidence,
                backward.motion, weight: backward.confidence * backward.confidence)
        case (let forward?, nil): forward.motion
        case (nil, let backward?): backward.motion
        case (nil, nil): nil
        }
    }
}
