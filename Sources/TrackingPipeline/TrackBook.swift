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
    /// Share of the rounds since its birth that must have seen a new object.
    var confirmationShare = 0.3
    /// Rounds in a row that may miss a tentative track before it ends.
    var tentativeMisses = 2
    /// Seconds after which a tentative track that no round could confirm counts, if its tracker still holds it.
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
            return time - since > seconds && track.roundsMissed > 0 || track.isSeeded && time - since > seconds
        case .rounds(let rounds):
            return track.isSeeded ? track.state == .lost && track.roundsMissed > rounds : track.roundsMissed > rounds
        }
    }

    /// A track for what the user points at. It counts at once.
    mutating func seed(label: String, box: Box, frame: Int, time: Double) -> Int {
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
    mutating func round(_ detections: [Detection], frame: Int, time: Double) throws -> RoundOutcome {
        var outcome = RoundOutcome()
        // A box without a size or a place is nothing that could be followed.
        let detections = detections.filter(\.box.isUsable)
        let strong = detections.filter { $0.confidence >= configuration.startConfidence }
        let weak = detections.filter {
            $0.confidence < configuration.startConfidence && $0.confidence >= configuration.keepConfidence
        }
        var isSeen = [Bool](repeating: false, count: tracks.count)

        func match(
            _ candidates: [Int], with detections: [Detection], box: (LiveTrack) -> Box, cost: AssociationCost
        ) throws -> (pairs: [(track: Int, detection: Int)], left: [Int]) {
            let costs = CostMatrix(rows: candidates.count, columns: detections.count) { row, column in
                let track = tracks[candidates[row]]
                guard track.label == detections[column].label else { return CostMatrix.forbidden }
                return cost.cost(track: box(track), detection: detections[column].box)
            }
            let assignment = try Assignment(costs: costs, maximumCost: cost.maximum)
            return (assignment.pairs.map { (candidates[$0.track], $0.detection) }, assignment.unmatchedDetections)
        }

        // 1. Sure detections, tracks that are being followed.
        let followed = tracks.indices.filter { tracks[$0].state != .lost }
        let first = try match(followed, with: strong, box: \.box, cost: association)
        for (index, detection) in first.pairs {
            isSeen[index] = true
            outcome.seen.append((tracks[index].key, strong[detection]))
            see(index, strong[detection], frame: frame, time: time)
        }

        // 2. Weak detections may hold a track that is followed, and start none.
        let second = try match(followed.filter { !isSeen[$0] }, with: weak, box: \.box, cost: association)
        for (index, detection) in second.pairs {
            isSeen[index] = true
            outcome.seen.append((tracks[index].key, weak[detection]))
            see(index, weak[detection], frame: frame, time: time)
        }

        // 3. Lost tracks come back where they are expected; the expectation widens with the time they are gone.
        let leftStrong = first.left.map { strong[$0] }
        var isTaken = [Bool](repeating: false, count: leftStrong.count)
        let lost = tracks.indices.filter { tracks[$0].state == .lost }
        if let longest = lost.map({ time - tracks[$0].lastShownTime }).max() {
            var wide = association
            wide.maximumDistance = min(2, association.maximumDistance + longest)
            wide.maximum = 1
            let third = try match(lost, with: leftStrong, box: { predicted($0, at: time) }, cost: wide)
            for (index, detection) in third.pairs {
                isSeen[index] = true
                isTaken[detection] = true
                outcome.returned.append((tracks[index].key, leftStrong[detection]))
                see(index, leftStrong[detection], frame: frame, time: time)
                tracks[index].state = .confirmed
            }
        }

        missUnseen(isSeen, time: time, outcome: &outcome)

        // What is left is new, the surest first where there is no room for all.
        let new = leftStrong.indices.filter { !isTaken[$0] && !isCovered(leftStrong[$0]) }
            .sorted { (leftStrong[$1].confidence, $0) < (leftStrong[$0].confidence, $1) }
            .prefix(max(0, configuration.maximumTracks - tracks.count))
        for detection in new.sorted().map({ leftStrong[$0] }) {
            outcome.born.append((birth(of: detection, frame: frame, time: time), detection))
        }
        return outcome
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
                && (track.box.intersectionOverUnion(with: detection.box) > 0.4
                    || detection.box.coveredShare(by: track.box) > 0.7
                    || track.box.coveredShare(by: detection.box) > 0.7)
        }
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
        tracks[oldIndex].roundsMissed = 0
        tracks[oldIndex].lastSeenTime = later.lastSeenTime
        tracks[oldIndex].lastSeenFrame = later.lastSeenFrame
        tracks[oldIndex].lastShownTime = later.lastShownTime
        tracks[oldIndex].lastShownFrame = later.lastShownFrame
        tracks.remove(at: newIndex)
    }
}
