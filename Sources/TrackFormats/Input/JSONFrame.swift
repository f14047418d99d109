import TrackModel

/// One frame as JSON Lines and the cues of WebVTT hold it: `{"frame": …, "time": …, "observations": […]}`.
struct JSONFrame: Decodable {
    let frame: Int
    let time: Double?
    let observations: [JSONObservation]
    let detections: [JSONObservation]

    private enum CodingKeys: String, CodingKey {
        case frame, time, observations, detections
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.wholeNumber(.frame)
        time = try members.ifPresent(.time) { try members.number($0) }
        observations =
            try members.ifPresent(.observations) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
        detections = try members.ifPresent(.detections) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
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
