internal import TrackModel

/// The life of tracks: birth, confirmation, loss, return and end. Knows boxes and times, no pixels.
struct TrackBook {
    let configuration: TrackingConfiguration
    var association = AssociationCost()
    /// Ascending by key; ended tracks are gone.
    private(set) var tracks: [LiveTrack] = []
    private var nextKey = 1

    /// Seconds a new object must have been seen over before it counts, so that an interval of one frame does not confirm in
    /// a twenty-fifth of a second what a detector mistakes twice.
    var confirmationSeconds = 0.3
    /// Mean confidence of as many detections as it takes to confirm an object; with less sure ones it takes more of them.
    var confirmationConfidence = 0.5
    /// Share of the rounds since its birth that must have seen a new object.
    var confirmationShare = 0.3
    /// Rounds in a row that may miss a tentative track before it ends.
    var tentativeMisses = 2
    /// Seconds after which a tentative track that no round could confirm counts, if its tracker still holds it, and ends, if not.
    var tentativeSeconds = 4.0

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
    /// A track below the confidence cut, or without an estimate, is lost. One whose centre left the picture ends.
    /// - Returns: the keys that ended, ascending.
    mutating func follow(
        _ estimates: [(id: Int, estimate: TrackerEstimate?)], frame: Int, time: Double, bounds: Box
    ) -> [Int] {
        var byKey: [Int: TrackerEstimate] = [:]
        for (id, estimate) in estimates { byKey[id] = estimate }
        var ended: [Int] = []
        for index in tracks.indices {
            let estimate = byKey[tracks[index].key]
            if let estimate, estimate.confidence >= configuration.minimumConfidence {
                guard bounds.contains(estimate.box.center) else {
                    tracks[index].state = .ended
                    ended.append(tracks[index].key)
                    continue
                }
                if tracks[index].corners != nil {
                    tracks[index].corners = tracks[index].corners?.mapped(from: tracks[index].box, to: estimate.box)
                }
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
        return ended
    }

    private func hasRunOutOfPatience(_ track: LiveTrack, time: Double) -> Bool {
        // A seeded track needs no detector; it goes when its tracker has lost it for as long.
        let since = track.isSeeded ? track.lastShownTime : track.lastSeenTime
        switch configuration.patience {
        case .seconds(let seconds):
            // Rounds may be farther apart than that: a single miss does not end what the tracker holds.
            let missesNeeded = track.state == .lost ? 1 : 2
            return time - since > seconds && (track.isSeeded || track.roundsMissed >= missesNeeded)
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

// MARK: - Rounds

/// What one round did to the tracks.
struct RoundOutcome {
    /// Tracks that were followed and seen, with the detection.
    var seen: [(key: Int, detection: Detection)] = []
    /// Tracks that were lost and are seen again.
    var returned: [(key: Int, detection: Detection)] = []
    /// New, tentative tracks.
    var born: [(key: Int, detection: Detection)] = []
    /// Keys of tracks that ended.
    var ended: [Int] = []
    /// Keys of tracks that were hidden because another track is on the same object.
    var hidden: [Int] = []
}

extension TrackBook {
    /// Matches one round's detections with the tracks, in three stages: sure detections with the tracks being followed, weak
    /// ones with those that are left (they may only confirm), and sure ones that are left with the lost tracks, where
    /// these are expected by now. What is still unmatched and sure becomes a tentative track.
    ///
    /// - Parameter secondLooks: found by looking for tracks that `detections` leave unseen; they start no track.
    mutating func round(
        _ detections: [Detection], secondLooks: [Detection] = [], frame: Int, time: Double
    ) throws -> RoundOutcome {
        let all = detections + secondLooks
        let matches = try match(all, time: time)
        var outcome = RoundOutcome()
        var isSeen = [Bool](repeating: false, count: tracks.count)
        for (index, detection) in matches.followed + matches.lost {
            isSeen[index] = true
            if tracks[index].state == .lost {
                outcome.returned.append((tracks[index].key, all[detection]))
                tracks[index].state = .confirmed
            } else {
                outcome.seen.append((tracks[index].key, all[detection]))
            }
            see(index, all[detection], frame: frame, time: time)
        }
        missUnseen(isSeen, time: time, outcome: &outcome)

        // What is left is new, the surest first where there is no room for all.
        let surest = matches.unmatched.filter { index in
            index < detections.count && all[index].confidence >= configuration.startConfidence && !isCovered(all[index])
        }
        .sorted { (all[$1].confidence, $0) < (all[$0].confidence, $1) }
        var new: [Int] = []
        for index in surest where tracks.count + new.count < configuration.maximumTracks {
            // Two detectors may see one object, each a little differently.
            let isKnown = new.contains {
                all[$0].label == all[index].label && Self.areOneObject(all[$0].box, all[index].box)
            }
            if !isKnown { new.append(index) }
        }
        for detection in new.sorted().map({ all[$0] }) {
            outcome.born.append((birth(of: detection, frame: frame, time: time), detection))
        }
        return outcome
    }

    /// The tracks that these detections would leave unseen, with the boxes they are expected in.
    func unseen(by detections: [Detection], time: Double) throws -> [(label: String, box: Box)] {
        let matches = try match(detections, time: time)
        let seen = Set((matches.followed + matches.lost).map(\.track))
        return tracks.indices.filter { !seen.contains($0) }.map { index in
            (tracks[index].label, tracks[index].state == .lost ? predicted(tracks[index], at: time) : tracks[index].box)
        }
    }

    /// Index pairs of tracks and detections.
    private struct Matches {
        var followed: [(track: Int, detection: Int)] = []
        var lost: [(track: Int, detection: Int)] = []
        var unmatched: [Int] = []
    }

    private func match(_ detections: [Detection], time: Double) throws -> Matches {
        var matches = Matches()
        var freeTracks = tracks.indices.filter { tracks[$0].state != .lost }
        var freeDetections = Array(detections.indices)

        func stage(
            _ candidates: [Int], _ offered: [Int], _ cost: AssociationCost, box: (LiveTrack) -> Box
        ) throws -> [(track: Int, detection: Int)] {
            let costs = CostMatrix(rows: candidates.count, columns: offered.count) { row, column in
                let track = tracks[candidates[row]]
                let detection = detections[offered[column]]
                guard track.label == detection.label else { return CostMatrix.forbidden }
                return cost.cost(track: box(track), detection: detection.box)
            }
            let pairs = try Assignment(costs: costs, maximumCost: cost.maximum).pairs
                .map { (track: candidates[$0.track], detection: offered[$0.detection]) }
            let taken = Set(pairs.map(\.detection))
            freeDetections.removeAll { taken.contains($0) }
            return pairs
        }
        func free(_ range: (Double) -> Bool) -> [Int] {
            freeDetections.filter { range(detections[$0].confidence) }
        }

        // 1. Sure detections, tracks that are being followed.
        matches.followed = try stage(
            freeTracks, free { $0 >= configuration.startConfidence }, association, box: \.box)
        // 2. Weak detections may hold a track that is followed, and start none.
        let held = Set(matches.followed.map(\.track))
        freeTracks.removeAll { held.contains($0) }
        matches.followed += try stage(
            freeTracks, free { $0 >= configuration.keepConfidence && $0 < configuration.startConfidence }, association,
            box: \.box)
        // 3. Lost tracks come back where they are expected; the expectation widens with the time they are gone.
        let lost = tracks.indices.filter { tracks[$0].state == .lost }
        if let longest = lost.map({ time - tracks[$0].lastShownTime }).max() {
            var wide = association
            wide.maximumDistance = min(2, association.maximumDistance + longest)
            wide.maximum = 1
            matches.lost = try stage(lost, free { $0 >= configuration.startConfidence }, wide) {
                predicted($0, at: time)
            }
        }
        matches.unmatched = freeDetections
        return matches
    }

    /// Where a lost track is expected: carried on at its last velocity for at most half a second.
    func predicted(_ track: LiveTrack, at time: Double) -> Box {
        let seconds = min(0.5, max(0, time - track.lastShownTime))
        return track.box.offset(x: track.velocity.x * seconds, y: track.velocity.y * seconds)
    }

    private mutating func see(_ index: Int, _ detection: Detection, frame: Int, time: Double) {
        let seconds = time - tracks[index].lastSeenTime
        if seconds > 0, seconds < 2 {
            let previous = tracks[index].seenCenter
            let share = 0.5
            tracks[index].velocity.x +=
                share * ((detection.box.center.x - previous.x) / seconds - tracks[index].velocity.x)
            tracks[index].velocity.y +=
                share * ((detection.box.center.y - previous.y) / seconds - tracks[index].velocity.y)
        }
        tracks[index].seenCenter = detection.box.center
        tracks[index].roundsSeen += 1
        tracks[index].evidence += detection.confidence
        tracks[index].roundsMissed = 0
        tracks[index].lastSeenTime = time
        tracks[index].lastSeenFrame = frame
        tracks[index].lastShownTime = time
        tracks[index].lastShownFrame = frame
        tracks[index].corners = detection.corners
        if tracks[index].state == .tentative, isConfirmed(tracks[index], time: time) {
            tracks[index].state = .confirmed
        }
    }

    private func isConfirmed(_ track: LiveTrack, time: Double) -> Bool {
        track.roundsSeen >= configuration.confirmationRounds
            && track.evidence >= confirmationConfidence * Double(configuration.confirmationRounds)
            && (configuration.confirmationRounds == 1 || time - track.birthTime >= confirmationSeconds - 1e-4)
            && Double(track.roundsSeen) >= confirmationShare * Double(track.roundsLived + 1)
    }

    private mutating func missUnseen(_ isSeen: [Bool], time: Double, outcome: inout RoundOutcome) {
        for index in tracks.indices {
            tracks[index].roundsLived += 1
            guard !isSeen[index] else { continue }
            tracks[index].roundsMissed += 1
            switch tracks[index].state {
            case .tentative where tracks[index].roundsMissed >= tentativeMisses,
                .tentative where tracks[index].confidence < configuration.minimumConfidence:
                tracks[index].state = .ended
                outcome.ended.append(tracks[index].key)
            case .confirmed:
                // Another track was just seen on the same object: this one is behind it, or its tracker slid onto it.
                let isOnAnother = tracks.indices.contains { other in
                    isSeen[other] && tracks[other].label == tracks[index].label
                        && tracks[index].box.intersectionOverUnion(with: tracks[other].box) > 0.5
                }
                if isOnAnother {
                    tracks[index].state = .lost
                    outcome.hidden.append(tracks[index].key)
                }
            default: break
            }
        }
        tracks.removeAll { $0.state == .ended }
    }

    /// Whether the detection lies on an object that is already tracked: the second box of one face.
    private func isCovered(_ detection: Detection) -> Bool {
        tracks.contains { track in
            track.label == detection.label && track.state != .lost && track.roundsMissed == 0
                && Self.areOneObject(track.box, detection.box)
        }
    }

    private static func areOneObject(_ first: Box, _ second: Box) -> Bool {
        first.intersectionOverUnion(with: second) > 0.4 || first.coveredShare(by: second) > 0.7
            || second.coveredShare(by: first) > 0.7
    }

    private mutating func birth(of detection: Detection, frame: Int, time: Double) -> Int {
        let key = nextKey
        nextKey += 1
        var track = LiveTrack(
            key: key, label: detection.label, isSeeded: false, birthFrame: frame, state: .tentative, box: detection.box,
            confidence: detection.confidence, corners: detection.corners,
            lastSeenTime: time, lastSeenFrame: frame, lastShownFrame: frame, lastShownTime: time)
        track.birthTime = time
        track.seenCenter = detection.box.center
        track.evidence = detection.confidence
        if configuration.confirmationRounds <= 1 { track.state = .confirmed }
        tracks.append(track)
        return key
    }

    /// Sets where a track is after its detection and its tracker have been weighed against each other.
    mutating func place(_ key: Int, box: Box, confidence: Double) {
        guard let index = tracks.firstIndex(where: { $0.key == key }) else { return }
        tracks[index].box = box
        tracks[index].confidence = confidence
    }

    /// Makes a new track the continuation of a lost one: it takes the lost one's key.
    mutating func join(_ new: Int, into old: Int) {
        guard let newIndex = tracks.firstIndex(where: { $0.key == new }),
            let oldIndex = tracks.firstIndex(where: { $0.key == old })
        else { return }
        let later = tracks[newIndex]
        tracks[oldIndex].state = .confirmed
        tracks[oldIndex].box = later.box
        tracks[oldIndex].confidence = later.confidence
        tracks[oldIndex].corners = later.corners
        tracks[oldIndex].velocity = later.velocity
        tracks[oldIndex].seenCenter = later.seenCenter
        tracks[oldIndex].roundsSeen += later.roundsSeen
        tracks[oldIndex].evidence += later.evidence
        tracks[oldIndex].roundsMissed = 0
        tracks[oldIndex].lastSeenTime = later.lastSeenTime
        tracks[oldIndex].lastSeenFrame = later.lastSeenFrame
        tracks[oldIndex].lastShownTime = later.lastShownTime
        tracks[oldIndex].lastShownFrame = later.lastShownFrame
        tracks.remove(at: newIndex)
    }
}
