internal import TrackModel

/// Looking at what is in the boxes of a round's tracks.
extension TrackingSession {
    /// Looks at the tracks that this round saw, and at those that the user pointed at.
    mutating func recognize(_ seen: [(key: Int, detection: Detection)], in whole: Frame) async throws {
        guard let rule = recognition?.rule else { return }
        let detected = Set(seen.map(\.key))
        let pointedAt = book.tracks.filter { $0.isSeeded && $0.state != .lost && !detected.contains($0.key) }
        let objects =
            (seen.map {
                (key: $0.key, object: $0.detection.carried(to: scale.inFrame($0.detection.box)), isDetected: true)
            }
            + pointedAt.map { track in
                let object = Detection(
                    box: scale.inFrame(track.box), confidence: track.confidence, label: track.label)
                return (key: track.key, object: object, isDetected: false)
            }).sorted { $0.key < $1.key }
        var wanted: [(key: Int, object: Detection, quality: Double)] = []
        for (key, object, isDetected) in objects {
            let quality = PictureQuality.of(
                object.box, confidence: object.confidence, isDetected: isDetected,
                others: objects.filter { $0.key != key }.map(\.object.box), in: whole.size)
            if recognition?.wantsLook(at: key, quality: quality) == true { wanted.append((key, object, quality)) }
        }
        guard !wanted.isEmpty else { return }
        let tasks = max(1, min(configuration.threads, wanted.count))
        let looks = try await withThrowingTaskGroup(of: (task: Int, looks: [Look?]).self) { group in
            for task in 0..<tasks {
                let share = wanted[wanted.count * task / tasks..<wanted.count * (task + 1) / tasks]
                group.addTask {
                    let looks = try share.map { wanted in
                        try StageClock.measure(.recognition) {
                            try rule.look(at: wanted.object, in: whole, quality: wanted.quality)
                        }
                    }
                    return (task, looks)
                }
            }
            var parts = [[Look?]](repeating: [], count: tasks)
            for try await part in group { parts[part.task] = part.looks }
            return parts.flatMap { $0 }
        }
        for (wanted, look) in zip(wanted, looks) {
            if let look { recognition?.add(look, of: wanted.key) }
        }
    }

    /// Takes the frames before `place` out of the ledger, final, and remembers which tracks are in them.
    mutating func release(before place: Int) -> [FrameObservations] {
        let final = ledger.release(before: place)
        recognition?.note(ids: ledger.trails)
        recognition?.note(final)
        return final
    }

    /// Forgets a track that was no object.
    mutating func discard(_ key: Int) {
        ledger.discard(key)
        recognition?.forget(key)
    }
}
