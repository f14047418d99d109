internal import TrackModel

/// The life of tracks: birth, confirmation, loss, return and end. Knows boxes and times, no pixels.
struct TrackBook {
    var configuration: TrackingConfiguration
    var association = AssociationCost()
    /// Ascending by key; ended tracks are gone.
    var tracks: [LiveTrack] = []
    var nextKey = 1
    /// The picture; nil before the first frame.
    private(set) var bounds: Box?

    /// Seconds a new object must have been seen over before it counts, so that an interval of one frame does not confirm in
    /// a twenty-fifth of a second what a detector mistakes twice.
    var confirmationSeconds = 0.3
    /// Mean confidence of as many detections as it takes to confirm an object; with less sure ones it takes more of them.
    var confirmationConfidence = 0.5
    /// Mean confidence over all rounds since its birth that a new object must have, where a round that misses it counts as none.
    var confirmationShare = 0.25
    /// Rounds in a row that may miss a tentative track before it ends.
    var tentativeMisses = 2
    /// Seconds it must have gone unseen besides, so that short intervals do not end it sooner.
    var tentativeMissedSeconds = 0.5
    /// Seconds after which a tentative track that no round could confirm counts, if its tracker still holds it, and ends, if not.
    var tentativeSeconds = 4.0

    /// Seconds that a track may go without being seen beyond as many as it was seen for, up to the patience.
    var leastPatience = 1.0

    /// Seconds within which a lost track may come back with its identity.
    var returnSeconds = 2.0
    /// Seconds after its birth within which a track may turn out to be a lost one.
    var youthSeconds = 1.0
    /// Tracker confidence from which a lost track counts as found again, 0...1.
    var recoveryConfidence = 0.5
    /// How much appearance counts beside place for tracks that are followed, and for lost ones, 0...1.
    var appearanceShare = (followed: 0.3, lost: 0.5)
    /// Likeness below which a lost track and a detection are not the same object, -1...1.
    var minimumLikeness = 0.5
    /// Ratio of the sizes (roots of the areas) beyond which a lost track and a detection are not the same object: in so short a
    /// time hardly anything comes that much nearer.
    var lostSizeRatio = 1.4
    /// Share of a box's smaller side within which the picture's edge may have cut it.
    var edgeShare = 0.15
    /// Cost of place up to which a lost track and a detection are the same object whatever they look like.
    var surePlace = 0.25

    init(configuration: TrackingConfiguration) {
        self.configuration = configuration
    }

    func track(_ key: Int) -> LiveTrack? {
        tracks.first { $0.key == key }
    }
}

// MARK: - Between rounds

extension TrackBook {
    /// Takes the trackers' word for where their objects are in this frame.
    ///
    /// A track below the confidence cut, or without an estimate, is lost. One whose centre left the picture is followed no
    /// more. Lost tracks end when they have been gone for too long.
    /// - Returns: the keys that ended, and those that need no tracker any more, ascending.
    mutating func follow(
        _ estimates: [(id: Int, estimate: TrackerEstimate?)], frame: Int, time: Double, bounds: Box
    ) -> (ended: [Int], departed: [Int]) {
        self.bounds = bounds
        var byKey: [Int: TrackerEstimate] = [:]
        for (id, estimate) in estimates { byKey[id] = estimate }
        var ended: [Int] = []
        var departed: [Int] = []
        for index in tracks.indices {
            let estimate = byKey[tracks[index].key]
            if let estimate, estimate.confidence >= configuration.minimumConfidence {
                guard bounds.contains(estimate.box.center) else {
                    if tracks[index].counts {
                        lose(index, isFollowed: false)
                        tracks[index].velocity = Point(x: 0, y: 0)
                        departed.append(tracks[index].key)
                    } else {
                        tracks[index].state = .ended
                        ended.append(tracks[index].key)
                    }
                    continue
                }
                if tracks[index].state == .lost, !mayRecover(index, estimate) { continue }
                tracks[index].corners =
                    estimate.corners ?? tracks[index].corners?.mapped(from: tracks[index].box, to: estimate.box)
                tracks[index].landmarks = tracks[index].landmarks?.mapped(from: tracks[index].box, to: estimate.box)
                tracks[index].box = estimate.box
                tracks[index].confidence = estimate.confidence
                tracks[index].lastShownFrame = frame
                tracks[index].lastShownTime = time
                if tracks[index].state == .lost { tracks[index].state = .confirmed }
                if tracks[index].state == .tentative, time - tracks[index].lastSeenTime > tentativeSeconds {
                    tracks[index].state = .confirmed
                }
            } else {
                tracks[index].confidence = estimate?.confidence ?? 0
                if tracks[index].state == .confirmed { tracks[index].state = .lost }
                // Its frames wait to hear whether it counts; they cannot wait for a round that may never come.
                if tracks[index].state == .tentative, time - tracks[index].lastShownTime > tentativeSeconds {
                    tracks[index].state = .ended
                    ended.append(tracks[index].key)
                    continue
                }
            }
            if hasRunOutOfPatience(tracks[index], time: time) {
                tracks[index].state = .ended
                ended.append(tracks[index].key)
            }
        }
        tracks.removeAll { $0.state == .ended }
        return (ended, departed)
    }

    /// Takes a track for lost because its object is behind another one; it needs no tracker any more. A tentative one ends.
    mutating func hide(_ key: Int) {
        guard let index = tracks.firstIndex(where: { $0.key == key }) else { return }
        if tracks[index].counts {
            lose(index, isFollowed: false)
        } else {
            tracks.remove(at: index)
        }
    }

    private mutating func lose(_ index: Int, isFollowed: Bool) {
        tracks[index].state = .lost
        tracks[index].isFollowed = isFollowed
    }

    /// Whether a lost track's tracker may be believed again without a detector's word: it must be sure, and not sit on an
    /// object that another track has.
    private func mayRecover(_ index: Int, _ estimate: TrackerEstimate) -> Bool {
        estimate.confidence >= max(recoveryConfidence, configuration.minimumConfidence)
            && !tracks.indices.contains { other in
                other != index && tracks[other].state == .confirmed && tracks[other].label == tracks[index].label
                    && tracks[other].box.intersectionOverUnion(with: estimate.box) > 0.3
            }
    }

    private func hasRunOutOfPatience(_ track: LiveTrack, time: Double) -> Bool {
        if track.state == .lost, !track.isSeeded, time - track.lastShownTime > returnSeconds { return true }
        // A seeded track needs no detector; it goes when its tracker has lost it for as long.
        let since = track.isSeeded ? track.lastShownTime : track.lastSeenTime
        switch configuration.patience {
        case .seconds(let seconds):
            // Rounds may be farther apart than that: a single miss does not end what the tracker holds.
            let missesNeeded = track.state == .lost ? 1 : 2
            // What detectors saw for a moment only is as likely no face, and is not followed for long; what they saw for long is.
            let earned =
                track.isSeeded || track.state == .lost
                ? seconds : leastPatience + (track.lastSeenTime - track.birthTime)
            return time - since > min(seconds, earned) && (track.isSeeded || track.roundsMissed >= missesNeeded)
        case .rounds(let rounds):
            return track.isSeeded ? track.state == .lost && track.roundsMissed > rounds : track.roundsMissed > rounds
        }
    }

    /// A track for what the user points at: the one that is on it already, or a new one. It counts at once.
    mutating func seed(label: String, box: Box, frame: Int, time: Double) -> Int {
        let known = tracks.indices.filter { index in
            tracks[index].label == label && tracks[index].state != .lost
                && Self.areOneObject(tracks[index].box, box)
        }.max { tracks[$0].box.intersectionOverUnion(with: box) < tracks[$1].box.intersectionOverUnion(with: box) }
        if let known {
            tracks[known].isSeeded = true
            tracks[known].state = .confirmed
            tracks[known].box = box
            tracks[known].confidence = 1
            tracks[known].corners = nil
            tracks[known].landmarks = nil
            tracks[known].roundsMissed = 0
            tracks[known].lastSeenTime = time
            tracks[known].lastSeenFrame = frame
            tracks[known].lastShownTime = time
            tracks[known].lastShownFrame = frame
            return tracks[known].key
        }
        let key = nextKey
        nextKey += 1
        tracks.append(
            LiveTrack(
                key: key, label: label, isSeeded: true, birthFrame: frame, state: .confirmed, box: box, confidence: 1,
                lastSeenTime: time, lastSeenFrame: frame, lastShownFrame: frame, lastShownTime: time))
        return key
    }

    /// Ends every track: a cut, or the end of the input.
    mutating func endAll() {
        tracks.removeAll()
    }

    mutating func end(_ key: Int) {
        tracks.removeAll { $0.key == key }
    }
}
