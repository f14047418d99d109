import TrackModel

/// The JSON document that `JSONTrackWriter` writes, as it is read; members that are unknown are passed over.
struct JSONDocument: Decodable {
    struct Track: Decodable {
        let track: Int
        let label: String?
        let identity: JSONIdentity?
        let returns: [JSONReturn]
        let observations: [JSONObservation]
    }

    let header: TrackFileHeader?
    let tracks: [Track]
    let detections: [JSONObservation]
    let horizons: [JSONHorizon]

    private enum CodingKeys: String, CodingKey {
        case format, version, producer, source, options, tracks, detections, horizons
        /// COCO's.
        case images
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // First whether it is ours at all: of a foreign document nothing else would be worth saying.
        guard let format = try members.ifPresent(.format, { try members.decode(String.self, forKey: $0) }) else {
            let hint = members.contains(.images) ? "; COCO's is read when it is named, as coco:PATH" : ""
            throw members.foreign(without: "\"format\": \"\(JSONTrackWriter.formatName)\"\(hint)")
        }
        guard format == JSONTrackWriter.formatName else {
            throw members.fault(.format, "is \"\(format)\", not \"\(JSONTrackWriter.formatName)\"")
        }
        let known = JSONTrackWriter.formatVersion
        let version = try members.ifPresent(.version) { try members.wholeNumber($0) } ?? known
        guard version == known else {
            throw members.fault(.version, "is \(version), and this program knows version \(known)")
        }
        guard members.contains(.tracks) || members.contains(.detections) else {
            throw members.foreign(without: "\"tracks\"")
        }

        let producer = try members.ifPresent(.producer) { try members.decode(String.self, forKey: $0) } ?? ""
        let source = try members.ifPresent(.source) { try members.decode(JSONSource.self, forKey: $0).facts }
        let options = try members.ifPresent(.options) { try members.decode([String: String].self, forKey: $0) } ?? [:]
        header = source.map { TrackFileHeader(source: $0, options: options, producer: producer) }
        tracks = try members.ifPresent(.tracks) { try members.decode([Track].self, forKey: $0) } ?? []
        detections = try members.ifPresent(.detections) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
        horizons = try members.ifPresent(.horizons) { try members.decode([JSONHorizon].self, forKey: $0) } ?? []
    }
}

extension JSONDocument.Track {
    private enum CodingKeys: String, CodingKey {
        case track, label, identity, returns, observations
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        track = try members.track(.track)
        label = try members.ifPresent(.label) { try members.decode(String.self, forKey: $0) }
        identity = try members.ifPresent(.identity) { try members.decode(JSONIdentity.self, forKey: $0) }
        returns = try members.ifPresent(.returns) { try members.decode([JSONReturn].self, forKey: $0) } ?? []
        observations =
            try members.ifPresent(.observations) { try members.decode([JSONObservation].self, forKey: $0) } ?? []
    }
}

/// What the document says of the video. Nothing of it must be there.
private struct JSONSource: Decodable {
    let facts: SourceFacts

    private enum CodingKeys: String, CodingKey {
        case name, width, height, frameRate, frameCount, duration, rotation, container, codec, pixelFormat, live
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String {
            try members.ifPresent(key) { try members.decode(String.self, forKey: $0) } ?? ""
        }
        func wholeNumber(_ key: CodingKeys) throws -> Int? {
            try members.ifPresent(key) { try members.wholeNumber($0) }
        }
        func number(_ key: CodingKeys) throws -> Double? {
            try members.ifPresent(key) { try members.number($0) }
        }
        facts = SourceFacts(
            name: try text(.name),
            size: PixelSize(width: try wholeNumber(.width) ?? 0, height: try wholeNumber(.height) ?? 0),
            nominalFrameRate: try number(.frameRate), declaredFrameCount: try wholeNumber(.frameCount),
            declaredDuration: try number(.duration), rotation: try wholeNumber(.rotation) ?? 0,
            container: try text(.container), codec: try text(.codec), pixelFormat: try text(.pixelFormat),
            isLive: try members.ifPresent(.live) { try members.decode(Bool.self, forKey: $0) } ?? false)
    }
}
