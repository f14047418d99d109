import TrackModel

extension FaceLandmarks {
    /// What stands before each of `points` in JSON.
    static let jsonNames: [StaticString] = [
        "\"rightEye\": ", "\"leftEye\": ", "\"nose\": ", "\"rightMouth\": ", "\"leftMouth\": ",
    ]
}

/// JSON (RFC 8259) as the formats here write it: numbers with fixed decimals, one space after a colon and a comma.
extension TextBuffer {
    /// The observation's members without the braces around them, from `left` on: box, confidence, source, corners,
    /// landmarks.
    mutating func append(jsonMembersOf observation: Observation) {
        append("\"left\": " as StaticString)
        append(observation.box.left, decimals: 2)
        append(", \"top\": " as StaticString)
        append(observation.box.top, decimals: 2)
        append(", \"width\": " as StaticString)
        append(observation.box.width, decimals: 2)
        append(", \"height\": " as StaticString)
        append(observation.box.height, decimals: 2)
        append(", \"confidence\": " as StaticString)
        append(observation.confidence, decimals: 4)
        append(", \"source\": \"" as StaticString)
        append(observation.source.rawValue)
        append(byte: UInt8(ascii: "\""))
        if let corners = observation.corners?.corners {
            append(", \"corners\": " as StaticString)
            for (index, corner) in corners.enumerated() {
                append(index == 0 ? "[" : ", " as StaticString)
                append(json: corner)
            }
            append(byte: UInt8(ascii: "]"))
        }
        if let landmarks = observation.landmarks {
            for (index, name) in FaceLandmarks.jsonNames.enumerated() {
                append(index == 0 ? ", \"landmarks\": {" : ", " as StaticString)
                append(name)
                append(json: landmarks.points[index])
            }
            append(byte: UInt8(ascii: "}"))
        }
    }

    private mutating func append(json point: Point) {
        append(byte: UInt8(ascii: "["))
        append(point.x, decimals: 2)
        append(", " as StaticString)
        append(point.y, decimals: 2)
        append(byte: UInt8(ascii: "]"))
    }

    /// The frame with all that is in it as one object, without a line's end.
    mutating func append(
        jsonOf frame: FrameObservations, _ content: TrackWritingOptions.Content, _ strings: inout JSONStrings
    ) throws {
        append("{\"frame\": " as StaticString)
        append(frame.frame)
        append(", \"time\": " as StaticString)
        append(frame.time, decimals: 6)
        switch content {
        case .tracks: append(", \"observations\": [" as StaticString)
        case .detections: append(", \"detections\": [" as StaticString)
        }
        for (index, observation) in frame.observations.enumerated() {
            append(index == 0 ? "{" : ", {" as StaticString)
            if observation.track != Observation.withoutTrack {
                append("\"track\": " as StaticString)
                append(observation.track)
                append(", " as StaticString)
            }
            append("\"label\": " as StaticString)
            append(try strings.quoted(observation.label))
            append(", " as StaticString)
            append(jsonMembersOf: observation)
            append(byte: UInt8(ascii: "}"))
        }
        append(byte: UInt8(ascii: "]"))
        if let horizon = frame.horizon {
            append(", \"horizon\": {" as StaticString)
            append(jsonMembersOf: horizon)
            append(byte: UInt8(ascii: "}"))
        }
        append(byte: UInt8(ascii: "}"))
    }

    mutating func append(jsonMembersOf horizon: Horizon) {
        append("\"angle\": " as StaticString)
        append(horizon.angle, decimals: 2)
        append(", \"confidence\": " as StaticString)
        append(horizon.confidence, decimals: 4)
    }
}
