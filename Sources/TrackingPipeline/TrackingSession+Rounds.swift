internal import TrackModel

/// Rounds of detection: what was found meets the tracks.
extension TrackingSession {
    mutating func holdRound(_ round: Round, on frame: Frame) async throws {
        let whole = round.whole
        // A box without a size, or wholly outside the picture, is nothing that could be followed.
        let detections = round.detections.map(scale.inPicture).filter {
            $0.box.isUsable && $0.box.clipped(to: frame.size.bounds) != nil
        }
        let tracked = Dictionary(uniqueKeysWithValues: book.tracks.map { ($0.key, $0) })
        var appearances = StageClock.measure(.assignment) {
            detections.map { Appearance(of: $0.box, in: frame.luma) }
        }
        let secondLooks = try await lookAgain(on: frame, whole: whole, after: detections, appearances)
        let outcome = try StageClock.measure(.assignment) {
            appearances += secondLooks.map { Appearance(of: $0.box, in: frame.luma) }
            return try book.round(
                detections, secondLooks: secondLooks, appearances: appearances, frame: frame.index, time: frame.time)
        }
        for key in outcome.ended { await end(key, isTentative: true) }
        unconfirmedCount += outcome.ended.count
        for key in outcome.hidden {
            ledger.update(key, at: place) { $0.confidence = 0 }
            await handler.stop(key)
        }

        for (key, detection) in outcome.seen + outcome.returned + outcome.born {
            // Second looks are as thorough as can be.
            let isThorough = round.effort == .thorough || secondLooks.contains(detection)
            let forward = ledger.draft(key, at: place)?.forward
            var box = detection.box
            var isSteady = false
            if let forward, let before = tracked[key] {
                isSteady = before.isSteady(forward.confidence, on: detection.box, time: frame.time)
                box = isSteady ? before.box : before.box.interpolated(to: detection.box, share: Self.detectionShare)
            }
            if !isSteady {
                // A box with nothing to hold on to is still a detection; the track is lost until a round sees it again.
                _ = try await handler.start(key, on: frame, box: box)
                book.plant(key, time: frame.time)
            }
            if let corners = detection.corners { try await handler.hold(corners, of: key, on: frame) }
            book.place(key, box: box, confidence: detection.confidence)
            ledger.set(
                Draft(
                    box: box, confidence: max(detection.confidence, configuration.minimumConfidence), source: .detected,
                    corners: detection.corners, landmarks: detection.landmarks, measurement: detection.box,
                    measurementNoise: isThorough ? 1 : Self.quickNoise, forward: forward),
                of: key, label: detection.label, at: place)
        }
        try await recognize(outcome.seen + outcome.returned + outcome.born, in: whole)
        if configuration.looksBack {
            try await followBackward(outcome, from: frame)
        }
        for (new, old) in outcome.recognized { try await join(new, into: old, on: frame) }
    }

    /// Looks once more, at its place, for each track that the round's detections leave unseen.
    private func lookAgain(
        on frame: Frame, whole: Frame, after detections: [Detection], _ appearances: [Appearance?]
    ) async throws -> [Detection] {
        let unseen = try StageClock.measure(.assignment) {
            try book.unseen(by: detections, appearances: appearances, time: frame.time)
        }
        let detectors = detectors
        let scale = scale
        let tasks = max(1, min(configuration.threads, unseen.count))
        let found = try await withThrowingTaskGroup(of: (task: Int, found: [Detection?]).self) { group in
            for task in 0..<tasks {
                let share = unseen[unseen.count * task / tasks..<unseen.count * (task + 1) / tasks]
                group.addTask {
                    let found = try share.map { track in
                        try StageClock.measure(.detection) {
                            for detector in detectors {
                                if let detection = try detector.look(
                                    for: track.label, expectedIn: scale.inFrame(track.box), of: whole)
                                {
                                    return scale.inPicture(detection) as Detection?
                                }
                            }
                            return nil
                        }
                    }
                    return (task, found)
                }
            }
            var parts = [[Detection?]](repeating: [], count: tasks)
            for try await part in group { parts[part.task] = part.found }
            return parts.flatMap { $0 }
        }
        // One object is one detection, whoever was looked for.
        return found.reduce(into: []) { kept, detection in
            guard let detection else { return }
            let isKnown = (detections + kept).contains {
                $0.label == detection.label && $0.box.intersectionOverUnion(with: detection.box) > 0.4
            }
            if !isKnown { kept.append(detection) }
        }
    }
}
