internal import TrackModel

/// Following objects backward in time through the frames that are held.
extension TrackingSession {
    /// Follows what this round saw backward through the frames that are held: the seen to the round before, the new and the
    /// returned as far as they can be followed.
    mutating func followBackward(_ outcome: RoundOutcome, from frame: Frame) async throws {
        let backward = SequenceHandler(tracker: factory, maximumConcurrency: configuration.threads)
        var boxes: [Int: Box] = [:]
        let isNew = Set(outcome.born.map(\.key))
        for (key, detection) in outcome.seen + outcome.returned + outcome.born {
            if !isNew.contains(key), isWellFollowed(key, to: detection) { continue }
            guard let box = book.track(key)?.box, try await backward.start(key, on: frame, box: box) else { continue }
            boxes[key] = box
            if let corners = detection.corners { try await backward.hold(corners, of: key, on: frame) }
        }
        var relinks: [(new: Int, old: Int)] = []
        for (place, held) in recent.dropLast().reversed() where !boxes.isEmpty {
            // A pyramid is many times as large as its picture: it goes when the trackers have moved on.
            let frame = held.withoutDerived
            let estimates = try await backward.update(on: frame)
            let hidden = StageClock.measure(.assignment) {
                occlusion.hidden(
                    among: candidates(estimates), or: drafted(at: place, except: Set(estimates.map(\.id))),
                    in: frame.luma)
            }
            for key in hidden {
                boxes[key] = nil
                await backward.stop(key)
            }
            for (key, estimate) in estimates {
                guard let later = boxes[key] else { continue }
                guard let estimate, estimate.confidence >= configuration.minimumConfidence, estimate.box.isUsable,
                    frame.size.bounds.contains(estimate.box.center)
                else {
                    boxes[key] = nil
                    await backward.stop(key)
                    continue
                }
                let motion = Motion(from: estimate.box, to: later)
                ledger.update(key, at: place + 1) { $0.backward = (motion, estimate.confidence) }
                boxes[key] = estimate.box

                if isNew.contains(key),
                    let old = lostTrack(under: estimate.box, label: ledger.trails[key]?.label, at: place)
                {
                    relinks.append((key, old))
                    boxes[key] = nil
                    await backward.stop(key)
                    continue
                }
                let draft = ledger.draft(key, at: place)
                if var draft, draft.forward != nil || draft.measurement != nil {
                    draft.confidence = max(draft.confidence, estimate.confidence)
                    ledger.update(key, at: place) { $0 = draft }
                    if draft.measurement != nil {
                        boxes[key] = nil
                        await backward.stop(key)
                    }
                } else {
                    if place < (ledger.firstPlace ?? 0) || isTaken(estimate.box, at: place, except: key) {
                        boxes[key] = nil
                        await backward.stop(key)
                        continue
                    }
                    ledger.set(
                        Draft(
                            box: estimate.box, confidence: estimate.confidence, source: .backfilled,
                            corners: estimate.corners, followsCorners: estimate.corners != nil),
                        of: key, label: ledger.trails[key]?.label ?? "", at: place)
                }
            }
        }
        for (new, old) in relinks { try await join(new, into: old, on: frame) }
    }

    /// Makes a new track the continuation of a lost one, unless it has been written under an id of its own.
    mutating func join(_ new: Int, into old: Int, on frame: Frame) async throws {
        guard book.track(old)?.state == .lost, book.track(new) != nil, ledger.trails[new]?.id == nil else { return }
        book.join(new, into: old)
        ledger.join(new, into: old)
        recognition?.join(new, into: old)
        await handler.stop(new)
        if let track = book.track(old) { _ = try await handler.start(old, on: frame, box: track.box) }
    }

    /// Whether the forward tracker carried an object from its last detection to this one so surely that following it back would
    /// tell nothing new.
    private func isWellFollowed(_ key: Int, to detection: Detection) -> Bool {
        guard let trail = ledger.trails[key], let now = trail[place]?.forward,
            now.confidence >= Self.surelyFollowed.confidence,
            let before = trail[place - 1]?.box,
            before.moved(by: now.motion).intersectionOverUnion(with: detection.box) >= Self.surelyFollowed.overlap
        else { return false }
        var earlier = place - 1
        while let draft = trail[earlier], draft.measurement == nil {
            guard let forward = draft.forward, forward.confidence >= Self.surelyFollowed.confidence else {
                return false
            }
            earlier -= 1
        }
        return trail[earlier]?.measurement != nil
    }

    /// A lost track that was on this box in that frame: the new object is the old one.
    private func lostTrack(under box: Box, label: String?, at place: Int) -> Int? {
        book.tracks.first { track in
            guard track.state == .lost, track.label == label, let draft = ledger.draft(track.key, at: place),
                draft.confidence >= configuration.minimumConfidence
            else { return false }
            return draft.box.intersectionOverUnion(with: box) > 0.4
        }?.key
    }

    private func isTaken(_ box: Box, at place: Int, except key: Int) -> Bool {
        ledger.trails.contains { other, trail in
            guard other != key, trail.counts, trail.label == ledger.trails[key]?.label, let draft = trail[place],
                draft.confidence >= configuration.minimumConfidence
            else { return false }
            return draft.box.intersectionOverUnion(with: box) > 0.5
        }
    }
}
