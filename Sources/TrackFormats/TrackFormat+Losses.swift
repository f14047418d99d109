import TrackModel

extension TrackFormat {
    /// What a document says that a file of this format cannot hold, each as an end to "the format cannot hold …"; nothing when
    /// all of it finds a place, up to the format's decimals.
    ///
    /// - Parameter assumedLabel: the label that was given where the file read named none; nobody misses it.
    public func losses(of document: TrackDocument, assumedLabel: String? = nil) -> [String] {
        let observations = document.frames.lazy.flatMap(\.observations)
        var losses: [String] = []
        if !holds.contains(.boxes), !observations.isEmpty { losses.append("boxes") }
        if !holds.contains(.times), document.hasTimes { losses.append("times") }
        losses += labelLosses(of: document, assumedLabel: assumedLabel)
        if !holds.contains(.confidences), observations.contains(where: { $0.confidence < 1 }) {
            losses.append("confidences")
        }
        if !holds.contains(.sources), observations.contains(where: { $0.source != .detected }) {
            losses.append("sources (detected, tracked …)")
        }
        if !holds.contains(.corners), observations.contains(where: { $0.corners != nil }) { losses.append("corners") }
        if !holds.contains(.landmarks), observations.contains(where: { $0.landmarks != nil }) {
            losses.append("landmarks")
        }
        if !holds.contains(.identities), !document.identities.isEmpty {
            losses.append("the votes and returns behind names and numbers")
        }
        if !holds.contains(.horizons), document.hasHorizons { losses.append("horizons") }
        if !holds.contains(.emptyFrames) {
            let count = document.frames.count { frame in
                frame.observations.isEmpty && (frame.horizon == nil || !holds.contains(.horizons))
            }
            if count > 0 { losses.append("frames with nothing in them (\(count))") }
        }
        if !holds.contains(.facts), let header = document.header,
            !header.options.isEmpty || !header.source.codec.isEmpty
        {
            losses.append("the facts of the source and the options of the run")
        }
        return losses
    }

    private func labelLosses(of document: TrackDocument, assumedLabel: String?) -> [String] {
        let observations = document.frames.lazy.flatMap(\.observations)
        let labels = Set(observations.map(\.label)).subtracting([assumedLabel].compactMap(\.self)).sorted()
        guard holds.contains(.labels) else {
            return labels.isEmpty ? [] : ["labels (\(labels.joined(separator: ", ")))"]
        }
        var losses = labels.filter { labelAsWritten($0) != $0 }
            .map { "the label \($0), which becomes \(labelAsWritten($0))" }
        if !holds.contains(.labelChanges) {
            var labelOfTrack: [Int: String] = [:]
            var changing: Set<Int> = []
            for observation in observations {
                let first = labelOfTrack[observation.track] ?? observation.label
                labelOfTrack[observation.track] = first
                if observation.label != first { changing.insert(observation.track) }
            }
            if !changing.isEmpty {
                losses.append(
                    "a change of label within a track (\(changing.sorted().map(String.init).joined(separator: ", ")))")
            }
        }
        return losses
    }
}

extension TrackDocument {
    /// Whether any frame says how far it is turned.
    public var hasHorizons: Bool { frames.contains { $0.horizon != nil } }

    /// Whether the frames have times: those of files that hold none are all 0.
    public var hasTimes: Bool { frames.contains { $0.time != 0 } }

    /// Whether frame n lies at n / rate for all frames, give or take half a frame, counted from the first.
    public func isEvenlyTimed(framesPerSecond rate: Double) -> Bool {
        guard let first = frames.first else { return true }
        return frames.allSatisfy { frame in
            abs((frame.time - first.time) * rate - Double(frame.frame - first.frame)) <= 0.5
        }
    }
}
