import TrackModel

/// Reads the JSON document that `JSONTrackWriter` writes; members it does not know are passed over.
enum JSONTrackReader {
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        let reading = JSONReading(text: text, line: nil, whole: "the document")
        if text.bytes.first(where: { !TrackText.isBlank($0) && $0 != UInt8(ascii: "\n") }) == UInt8(ascii: "[") {
            throw text.fault(
                line: 1,
                "the document is not an object but a list; Label Studio's is read when it is named, as labelstudio:PATH"
            )
        }
        let document = try reading.decode(JSONDocument.self, from: text.bytes)
        var collector = FrameCollector()

        func collect(
            _ entries: [JSONObservation], of track: Int, label: String, path: [JSONStep]
        ) throws(TrackletError) {
            for (index, entry) in entries.enumerated() {
                func fault(_ problem: String) -> TrackletError {
                    reading.fault(in: path + [JSONStep(index)], problem)
                }
                guard let frame = entry.frame else { throw fault("there is no \"frame\"") }
                let problem =
                    collector.addFrame(frame, time: entry.time ?? options.time(ofFrame: frame))
                    ?? collector.add(entry.observation(track: track, label: label), toFrame: frame)
                if let problem { throw fault(problem) }
            }
        }

        for (index, track) in document.tracks.enumerated() {
            try collect(
                track.observations, of: track.track, label: track.label ?? options.label,
                path: [JSONStep("tracks"), JSONStep(index), JSONStep("observations")])
        }
        try collect(
            document.detections, of: Observation.withoutTrack, label: options.label,
            path: [JSONStep("detections")])
        for (index, entry) in document.horizons.enumerated() {
            func fault(_ problem: String) -> TrackletError {
                reading.fault(in: [JSONStep("horizons"), JSONStep(index)], problem)
            }
            guard let frame = entry.frame else { throw fault("there is no \"frame\"") }
            let problem =
                collector.addFrame(frame, time: entry.time ?? options.time(ofFrame: frame))
                ?? collector.add(entry.horizon, toFrame: frame)
            if let problem { throw fault(problem) }
        }
        return TrackDocument(
            header: document.header, frames: collector.sorted(),
            identities: document.tracks.compactMap { $0.trackIdentity(label: $0.label ?? options.label) }
                .sorted { $0.track < $1.track })
    }
}
