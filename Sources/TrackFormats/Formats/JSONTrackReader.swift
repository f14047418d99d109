import TrackModel

/// Reads the JSON document that `JSONTrackWriter` writes; members it does not know are passed over.
enum JSONTrackReader {
    @Sendable
    static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> TrackDocument {
        var scanner = JSONScanner(text, bytes: text.bytes)
        var collector = FrameCollector()
        var isOurs = false
        var hasContent = false
        var producer = ""
        var source: SourceFacts?
        var runOptions: [String: String] = [:]
        try scanner.object("the document") { key, scanner throws(TrackletError) in
            switch key {
            case "format":
                let format = try scanner.string(key)
                guard format == JSONTrackWriter.formatName else {
                    throw scanner.fault("format is \"\(format)\", not \"\(JSONTrackWriter.formatName)\"")
                }
                isOurs = true
            case "version":
                let version = try scanner.integer(key)
                guard version == JSONTrackWriter.formatVersion else {
                    throw scanner.fault(
                        "version is \(version), and this program knows version \(JSONTrackWriter.formatVersion)")
                }
            case "producer": producer = try scanner.string(key)
            case "source": source = try self.source(from: &scanner)
            case "options":
                try scanner.object(key) { name, scanner throws(TrackletError) in
                    runOptions[name] = try scanner.string(name)
                }
            case "tracks":
                hasContent = true
                try scanner.array(key) { scanner throws(TrackletError) in
                    try readTrack(from: &scanner, into: &collector, options)
                }
            case "detections":
                hasContent = true
                try scanner.array(key) { scanner throws(TrackletError) in
                    try readObservation(
                        of: Observation.withoutTrack, label: options.label, from: &scanner, into: &collector, options)
                }
            default: try scanner.skip()
            }
        }
        try scanner.end()
        guard isOurs, hasContent else {
            throw scanner.fault(
                "this is no document of tracks: it has no \(isOurs ? "\"tracks\"" : "\"format\": \"tracklet\"")")
        }
        let header = source.map { TrackFileHeader(source: $0, options: runOptions, producer: producer) }
        return TrackDocument(header: header, frames: collector.sorted())
    }

    private static func readTrack(
        from scanner: inout JSONScanner, into collector: inout FrameCollector, _ options: TrackReadingOptions
    ) throws(TrackletError) {
        var track: Int?
        var label = options.label
        try scanner.object("a track") { key, scanner throws(TrackletError) in
            switch key {
            case "track":
                let number = try scanner.integer(key)
                guard number > 0 else { throw scanner.fault("track is \(number), and tracks are counted from 1") }
                track = number
            case "label": label = try scanner.string(key)
            case "observations":
                guard let track else { throw scanner.fault("a track's number does not stand before its observations") }
                try scanner.array(key) { scanner throws(TrackletError) in
                    try readObservation(of: track, label: label, from: &scanner, into: &collector, options)
                }
            default: try scanner.skip()
            }
        }
    }

    private static func readObservation(
        of track: Int, label: String, from scanner: inout JSONScanner, into collector: inout FrameCollector,
        _ options: TrackReadingOptions
    ) throws(TrackletError) {
        var entry = try JSONObservation(from: &scanner, label: label)
        guard let frame = entry.frame else { throw scanner.fault("an observation has no frame") }
        entry.observation.track = track
        let problem =
            collector.addFrame(frame, time: entry.time ?? options.time(ofFrame: frame))
            ?? collector.add(entry.observation, toFrame: frame)
        if let problem {
            throw scanner.fault(problem)
        }
    }

    private static func source(from scanner: inout JSONScanner) throws(TrackletError) -> SourceFacts {
        var facts = SourceFacts(name: "", size: PixelSize(width: 0, height: 0))
        try scanner.object("source") { key, scanner throws(TrackletError) in
            switch key {
            case "name": facts.name = try scanner.string(key)
            case "width": facts.size.width = try scanner.integer(key)
            case "height": facts.size.height = try scanner.integer(key)
            case "frameRate": facts.nominalFrameRate = try scanner.number(key)
            case "frameCount": facts.declaredFrameCount = try scanner.integer(key)
            case "duration": facts.declaredDuration = try scanner.number(key)
            case "rotation": facts.rotation = try scanner.integer(key)
            case "container": facts.container = try scanner.string(key)
            case "codec": facts.codec = try scanner.string(key)
            case "pixelFormat": facts.pixelFormat = try scanner.string(key)
            case "live": facts.isLive = try scanner.boolean(key)
            default: try scanner.skip()
            }
        }
        return facts
    }
}
