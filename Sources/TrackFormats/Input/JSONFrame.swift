import TrackModel

/// One frame as JSON Lines and the cues of WebVTT hold it: `{"frame": …, "time": …, "observations": […]}`.
struct JSONFrame: Decodable {
    let frame: Int
    let time: Double?
    let observations: [JSONObservation]
    let detections: [JSONObservation]
    let horizon: JSONHorizon?

    private enum CodingKeys: String, CodingKey {
        case frame, time, observations, detections, horizon
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.wholeNumber(.frame)
        time = try members.ifPresent(.time) { try members.number($0) }
        observations =
            try members.ifPresent(.observations) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
        detections = try members.ifPresent(.detections) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
        horizon = try members.ifPresent(.horizon) { try members.decode(JSONHorizon.self, forKey: $0) }
    }
}

/// `{"angle": …, "confidence": …}`, in the document's own list with `frame` and `time` before.
struct JSONHorizon: Decodable {
    let frame: Int?
    let time: Double?
    let horizon: Horizon

    private enum CodingKeys: String, CodingKey {
        case frame, time, angle, confidence
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.ifPresent(.frame) { try members.wholeNumber($0) }
        time = try members.ifPresent(.time) { try members.number($0) }
        horizon = Horizon(
            angle: try members.number(.angle),
            confidence: try members.ifPresent(.confidence) { try members.number($0) } ?? 1)
    }
}

extension FrameCollector {
    /// A frame that was read with all that is in it. Throws `badData`, with the line of `reading`.
    mutating func add(
        _ frame: JSONFrame, time: Double, _ reading: JSONReading, _ options: TrackReadingOptions
    ) throws(TrackletError) {
        if contains(frame: frame.frame) {
            throw reading.text.fault(line: reading.line, "frame \(frame.frame) is there a second time")
        }
        if let problem = addFrame(frame.frame, time: time) {
            throw reading.text.fault(line: reading.line, problem)
        }
        if let horizon = frame.horizon?.horizon, let problem = add(horizon, toFrame: frame.frame) {
            throw reading.fault(in: [JSONStep("horizon")], problem)
        }
        for (name, entries) in [("observations", frame.observations), ("detections", frame.detections)] {
            for (index, entry) in entries.enumerated() {
                let observation = entry.observation(
                    track: entry.track ?? Observation.withoutTrack, label: options.label)
                if let problem = add(observation, toFrame: frame.frame) {
                    throw reading.fault(in: [JSONStep(name), JSONStep(index)], problem)
                }
            }
        }
    }
}
