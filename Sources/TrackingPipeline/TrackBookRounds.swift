internal import Foundation
internal import TrackModel

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
    /// Young tracks that turn out to be lost ones.
    var recognized: [(new: Int, old: Int)] = []
}

extension TrackBook {
    /// Matches one round's detections with the tracks, in three stages: sure detections with the tracks being followed, weak
    /// ones with those that are left (they may only confirm), and sure ones that are left with the lost tracks, where
    /// these are expected by now. What is still unmatched and sure becomes a tentative track.
    ///
    /// - Parameter secondLooks: found by looking for tracks that `detections` leave unseen; they start no track.
    mutating func round(
        _ detections: [Detection], secondLooks: [Detection] = [], appearances: [Appearance?]? = nil, frame: Int,
        time: Double
    ) throws -> RoundOutcome {
        let all = detections + secondLooks
        let appearances = appearances ?? all.map { _ in nil }
        let matches = try match(all, appearances, time: time)
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
            learn(index, appearances[detection], after: time - tracks[index].lastSeenTime)
            see(index, all[detection], frame: frame, time: time)
        }
        outcome.recognized = recognized(matches.followed, appearances, time: time)
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
        for detection in new.sorted() {
            outcome.born.append((birth(of: all[detection], frame: frame, time: time), all[detection]))
            learn(tracks.count - 1, appearances[detection], after: 0)
        }
        return outcome
    }

    /// The tracks that these detections would leave unseen, with the boxes they are expected in.
    func unseen(
        by detections: [Detection], appearances: [Appearance?], time: Double
    ) throws -> [(label: String, box: Box)] {
        let matches = try match(detections, appearances, time: time)
        let seen = Set((matches.followed + matches.lost).map(\.track))
        return tracks.indices.filter { !seen.contains($0) }.map { index in
            (tracks[index].label, tracks[index].state == .lost ? predicted(tracks[index], at: time) : tracks[index].box)
        }
    }

    /// The young tracks among the seen that are lost ones come back: what was half hidden, or half in the picture, when it was
    /// found again did not look like itself then.
    private func recognized(
        _ seen: [(track: Int, detection: Int)], _ appearances: [Appearance?], time: Double
    ) -> [(new: Int, old: Int)] {
        let lost = tracks.filter { $0.state == .lost && !$0.isSeeded }
        guard !lost.isEmpty else { return [] }
        var pairs: [(likeness: Double, new: Int, old: Int)] = []
        for (index, detection) in seen {
            let young = tracks[index]
            guard young.roundsSeen > 1, time - young.birthTime <= youthSeconds, !young.isSeeded,
                let birthBox = young.birthBox,
                let look = appearances[detection]
            else { continue }
            for old in lost where old.label == young.label {
                let gone = young.birthTime - old.lastShownTime
                guard gone >= 0, gone <= returnSeconds, let known = old.appearance else { continue }
                let likeness = known.similarity(to: look)
                let place = lostPlace(old, birthBox, at: young.birthTime)
                guard place < 1, likeness >= minimumLikeness else { continue }
                pairs.append((likeness, young.key, old.key))
            }
        }
        var taken: Set<Int> = []
        return pairs.sorted { ($1.likeness, $0.new, $0.old) < ($0.likeness, $1.new, $1.old) }.compactMap { pair in
            guard !taken.contains(pair.new), !taken.contains(pair.old) else { return nil }
            taken.formUnion([pair.new, pair.old])
            return (pair.new, pair.old)
        }
    }

    /// Index pairs of tracks and detections.
    private struct Matches {
        var followed: [(track: Int, detection: Int)] = []
        var lost: [(track: Int, detection: Int)] = []
        var unmatched: [Int] = []
    }

    private func match(_ detections: [Detection], _ appearances: [Appearance?], time: Double) throws -> Matches {
        var matches = Matches()
        var freeTracks = tracks.indices.filter { tracks[$0].state != .lost }
        var freeDetections = Array(detections.indices)

        func stage(
            _ candidates: [Int], _ offered: [Int], maximum: Double, appearanceShare: Double, minimumLikeness: Double,
            place: (LiveTrack, Box) -> Double
        ) throws -> [(track: Int, detection: Int)] {
            let costs = CostMatrix(rows: candidates.count, columns: offered.count) { row, column in
                let track = tracks[candidates[row]]
                let detection = detections[offered[column]]
                guard track.follows(detection.label) else { return CostMatrix.forbidden }
                let place = place(track, detection.box)
                guard let known = track.appearance, let seen = appearances[offered[column]] else { return place }
                guard place.isFinite else { return place }
                let likeness = known.similarity(to: seen)
                // What lies right where it is expected may look different: half covered, or turned.
                guard likeness >= minimumLikeness || place <= surePlace else { return CostMatrix.forbidden }
                return place + (1 - max(0, likeness) - place) * appearanceShare
            }
            let pairs = try Assignment(costs: costs, maximumCost: maximum).pairs
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
            freeTracks, free { $0 >= configuration.startConfidence }, maximum: association.maximum,
            appearanceShare: appearanceShare.followed, minimumLikeness: -1, place: followedPlace)
        // 2. Weak detections may hold a track that is followed, and start none.
        let held = Set(matches.followed.map(\.track))
        freeTracks.removeAll { held.contains($0) }
        matches.followed += try stage(
            freeTracks, free { $0 >= configuration.keepConfidence && $0 < configuration.startConfidence },
            maximum: association.maximum, appearanceShare: appearanceShare.followed, minimumLikeness: -1,
            place: followedPlace)
        // 3. Lost tracks come back where they are expected; the expectation widens with the time they are gone.
        let lost = tracks.indices.filter { tracks[$0].state == .lost }
        matches.lost = try stage(
            lost, free { $0 >= configuration.startConfidence }, maximum: 1, appearanceShare: appearanceShare.lost,
            minimumLikeness: minimumLikeness
        ) { lostPlace($0, $1, at: time) }
        matches.unmatched = freeDetections
        return matches
    }

    private func followedPlace(_ track: LiveTrack, _ box: Box) -> Double {
        association.cost(track: track.box, detection: box)
    }

    /// What it costs to take a box for a lost track by its place: the expectation of where it is widens with the seconds it is gone.
    private func lostPlace(_ track: LiveTrack, _ box: Box, at time: Double) -> Double {
        var wide = association
        wide.maximumDistance = min(2, association.maximumDistance + (time - track.lastShownTime))
        let expected = predicted(track, at: time)
        if !isCut(expected), !isCut(box) { wide.maximumSizeRatio = lostSizeRatio }
        return wide.cost(track: expected, detection: box)
    }

    /// Whether the picture's edge may have cut a box, so that its size says little of its object's.
    private func isCut(_ box: Box) -> Bool {
        guard let bounds else { return false }
        let margin = edgeShare * min(box.width, box.height)
        return box.left < bounds.left + margin || box.top < bounds.top + margin
            || box.right > bounds.right - margin || box.bottom > bounds.bottom - margin
    }

    /// Where a lost track is expected: carried on at its last velocity for at most half a second after it was shown last. A
    /// track that is behind another is carried on from where a detector saw it last, since its tracker may have gone with the other.
    func predicted(_ track: LiveTrack, at time: Double) -> Box {
        let (box, since) =
            track.isFollowed || track.seenBox == nil
            ? (track.box, track.lastShownTime) : (track.seenBox ?? track.box, track.lastSeenTime)
        let seconds = min(0.5 + max(0, track.lastShownTime - since), max(0, time - since))
        return box.offset(x: track.velocity.x * seconds, y: track.velocity.y * seconds)
    }

    /// What an object looks like changes over a second or so, whatever the interval.
    private mutating func learn(_ index: Int, _ appearance: Appearance?, after seconds: Double) {
        guard let appearance else { return }
        if tracks[index].appearance == nil {
            tracks[index].appearance = appearance
        } else {
            tracks[index].appearance?.learn(appearance, share: Float(1 - exp(-max(0, seconds) / 1.2)))
        }
    }

    private mutating func see(_ index: Int, _ detection: Detection, frame: Int, time: Double) {
        let seconds = time - tracks[index].lastSeenTime
        if seconds > 0, seconds < 2 {
            let previous = tracks[index].seenBox?.center ?? detection.box.center
            // Over a third of a second a detector's jitter averages out, whatever the interval.
            let share = 1 - exp(-seconds / 0.3)
            tracks[index].velocity.x +=
                share * ((detection.box.center.x - previous.x) / seconds - tracks[index].velocity.x)
            tracks[index].velocity.y +=
                share * ((detection.box.center.y - previous.y) / seconds - tracks[index].velocity.y)
        }
        tracks[index].seenBox = detection.box
        tracks[index].isFollowed = true
        tracks[index].roundsSeen += 1
        tracks[index].evidence += detection.confidence
        tracks[index].roundsMissed = 0
        tracks[index].lastSeenTime = time
        tracks[index].lastSeenFrame = frame
        tracks[index].lastShownTime = time
        tracks[index].lastShownFrame = frame
        tracks[index].corners = detection.corners
        tracks[index].landmarks = detection.landmarks
        if tracks[index].state == .tentative, isConfirmed(tracks[index], time: time) {
            tracks[index].state = .confirmed
        }
    }

    private func isConfirmed(_ track: LiveTrack, time: Double) -> Bool {
        track.roundsSeen >= configuration.confirmationRounds
            && track.evidence >= confirmationConfidence * Double(configuration.confirmationRounds)
            && (configuration.confirmationRounds == 1 || time - track.birthTime >= confirmationSeconds - 1e-4)
            && track.evidence >= confirmationShare * Double(track.roundsLived + 1)
    }

    private mutating func missUnseen(_ isSeen: [Bool], time: Double, outcome: inout RoundOutcome) {
        for index in tracks.indices {
            tracks[index].roundsLived += 1
            guard !isSeen[index] else { continue }
            tracks[index].roundsMissed += 1
            switch tracks[index].state {
            case .tentative
            where tracks[index].roundsMissed >= tentativeMisses
                && time - tracks[index].lastSeenTime >= tentativeMissedSeconds,
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
                    tracks[index].isFollowed = false
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
            track.follows(detection.label) && track.state != .lost && track.roundsMissed == 0
                && Self.areOneObject(track.box, detection.box)
        }
    }

    /// Whether two boxes of one kind lie on one object: they overlap much, or one lies in the other.
    static func areOneObject(_ first: Box, _ second: Box) -> Bool {
        first.intersectionOverUnion(with: second) > 0.4 || first.coveredShare(by: second) > 0.7
            || second.coveredShare(by: first) > 0.7
    }

    private mutating func birth(of detection: Detection, frame: Int, time: Double) -> Int {
        let key = nextKey
        nextKey += 1
        var track = LiveTrack(
            key: key, label: detection.label, isSeeded: false, birthFrame: frame, state: .tentative, box: detection.box,
            confidence: detection.confidence, corners: detection.corners, landmarks: detection.landmarks,
            lastSeenTime: time, lastSeenFrame: frame, lastShownFrame: frame, lastShownTime: time)
        track.birthTime = time
        track.birthBox = detection.box
        track.seenBox = detection.box
        track.evidence = detection.confidence
        if configuration.confirmationRounds <= 1 { track.state = .confirmed }
        tracks.append(track)
        return key
    }

    /// Notes that a track's tracker was set on a detection.
    mutating func plant(_ key: Int, time: Double) {
        guard let index = tracks.firstIndex(where: { $0.key == key }) else { return }
        tracks[index].plantedTime = time
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
        tracks[oldIndex].landmarks = later.landmarks
        tracks[oldIndex].velocity = later.velocity
        tracks[oldIndex].seenBox = later.seenBox
        tracks[oldIndex].isFollowed = true
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
