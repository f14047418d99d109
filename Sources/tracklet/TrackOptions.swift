internal import Detectors
internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import Trackers
internal import TrackingPipeline
internal import VideoIO

/// Everything `tracklet track` and `tracklet detect` can be told. What the library has a default for has that default here.
struct TrackOptions {
    private static let standard = TrackingConfiguration()

    var outputs: [String] = []
    var overwrite = false
    /// Several videos at once.
    var batch = BatchOptions()
    var motPixelBase = MOTPixelBase.one
    /// Nil when none was named.
    var namedInterval: DetectionInterval?
    /// A recorded detection costs nothing: unless told otherwise, none is left out.
    var interval: DetectionInterval { namedInterval ?? (detections == nil ? Self.standard.interval : .frames(1)) }
    /// Where detections are read from instead of running detectors, and where those of this run are kept.
    var detections: String?
    var savedDetections: String?
    /// In the order named, "none" included; empty when none was named.
    var detectors: [DetectorChoice] = []
    /// Knobs given before any detector: they hold for all.
    var commonKnobs: [String: String] = [:]
    var level = TrackingLevel.accurate
    var tracker: String?
    var minimumConfidence = standard.minimumConfidence
    var seeds: [String] = []
    var start: String?
    var end: String?
    var confirmationRounds = standard.confirmationRounds
    var patience = "5s"
    var maximumTracks = standard.maximumTracks
    var threads: Int?
    /// What is made of the source beside the tracks.
    var video = VideoOptions()
    /// Who the tracks are.
    var recognition = RecognitionOptions()
    /// What `live` is told beside.
    var live = LiveOptions()
    var isQuiet = false
    var isVerbose = false
    var isProfiled = false
    var dumpsConfiguration = false
    /// The configuration file the options came from.
    var configurationPath: String?
    /// The files a run reads beside its source.
    var filesRead: [String] {
        let recorded = detections.map { (try? TrackFormat.resolve($0).path) ?? $0 }
        let ofDetectors = detectors.flatMap { [$0.cascadePath, $0.knobs["model"], $0.knobs["names"]] }
        return ([configurationPath, recorded, commonKnobs["model"], commonKnobs["names"]] + ofDetectors)
            .compactMap(\.self) + recognition.filesRead
    }

    static let repeatable: Set<String> = ["output", "format", "detector", "cascade", "seed"]

    /// Applies settings in order. Throws `TrackletError` for the first value that is not usable: `usage`, or `badData` when it
    /// stands in a file.
    mutating func apply(_ settings: [Setting]) throws {
        for setting in settings {
            do {
                try apply(setting)
            } catch let error as TrackletError {
                throw setting.locating(error)
            }
        }
    }

    private mutating func apply(_ setting: Setting) throws {
        let text = setting.value ?? ""
        let value = ValueParser(option: setting.name, value: text)
        switch setting.name {
        case "output": outputs.append(text)
        case "overwrite": overwrite = true
        case let name where BatchOptionTable.names.contains(name): try batch.apply(value)
        case "mot-pixel-base": motPixelBase = try value.pixelBase()
        case "interval": namedInterval = try value.interval()
        case "detector":
            detectors.append(DetectorChoice(name: text))
            recognition.endKnobs()
        case "cascade":
            detectors.append(DetectorChoice(name: DetectorRegistry.customCascade, cascadePath: text))
            recognition.endKnobs()
        case let name where RecognitionOptionTable.names.contains(name) || recognition.takes(name):
            try recognition.apply(value)
        case let knob where DetectorChoice.knobNames.contains(knob):
            try DetectorChoice.check(value)
            if detectors.isEmpty {
                commonKnobs[knob] = setting.value ?? "true"
            } else {
                detectors[detectors.count - 1].knobs[knob] = setting.value ?? "true"
            }
        case "detections": detections = text
        case "save-detections": savedDetections = text
        case "level":
            guard let level = TrackingLevel(rawValue: text) else { throw value.failure("give fast or accurate") }
            self.level = level
        case "tracker":
            _ = try TrackerRegistry.make(name: text)
            tracker = text
        case "min-confidence": minimumConfidence = try value.number(in: 0...1, "give a number from 0 to 1")
        case "seed":
            _ = try value.seed()
            seeds.append(text)
        case "start":
            _ = try value.frameLimit()
            start = text
        case "end":
            _ = try value.frameLimit()
            end = text
        case "confirm": confirmationRounds = try value.integer(in: 1...1000, "give rounds from 1 to 1000")
        case "patience":
            _ = try value.patience()
            patience = text
        case "max-tracks": maximumTracks = try value.integer(in: 1...100_000, "give a count from 1 to 100000")
        case "threads": threads = try value.integer(in: 1...256, "give a count from 1 to 256")
        case let name where VideoOptionTable.names.contains(name): try video.apply(value)
        case let name where LiveOptionTable.names.contains(name): try live.apply(value)
        case "quiet": isQuiet = true
        case "verbose": isVerbose = true
        case "profile": isProfiled = true
        case "dump-config": dumpsConfiguration = true
        default: preconditionFailure("the option \(setting.name) is declared and not applied")
        }
    }
}

// MARK: - What is made of them

extension TrackOptions {
    /// The detectors to run, each with the knobs that hold for it: those named, or `face`; none for "none".
    ///
    /// Throws `TrackletError` (`usage`) when "none" is named beside others.
    func chosenDetectors() throws -> [DetectorChoice] {
        let named = detectors.isEmpty ? [DetectorChoice(name: "face")] : detectors
        let chosen = named.filter { $0.name != DetectorChoice.none }
        guard chosen.isEmpty || chosen.count == named.count else {
            throw TrackletError(
                .usage, "--detector none stands beside --detector \(chosen[0].name); leave one of the two out.")
        }
        return chosen.map { $0.withDefaults(commonKnobs) }
    }

    /// What stands in the place of the detectors when detections are read from a file; nil when they are not.
    ///
    /// Throws `TrackletError`: `usage` beside a detector or a knob of one, and what reading the file throws.
    func recordedDetector() throws -> RecordedDetector? {
        guard let detections else { return nil }
        if let detector = detectors.first {
            throw TrackletError(
                .usage,
                "--detections stands beside the detector \(detector.cascadePath ?? detector.name), and takes the place of all; leave one of the two out."
            )
        }
        if let knob = DetectorChoice.knobNames.first(where: { $0 != "label" && commonKnobs[$0] != nil }) {
            throw TrackletError(
                .usage,
                "--\(knob) has no effect on --detections, which are taken as they are; leave one of the two out.")
        }
        let reading = TrackReadingOptions(motPixelBase: motPixelBase, label: commonKnobs["label"] ?? "face")
        return RecordedDetector(try DetectionFile.read(detections, options: reading), origin: detections)
    }

    /// The objects pointed at. With --detector none they are called by its label.
    func trackSeeds() throws -> [TrackSeed] {
        let none = detectors.last { $0.name == DetectorChoice.none }?.withDefaults(commonKnobs)
        return try seeds.map { text in
            var seed = try ValueParser(option: "seed", value: text).seed()
            if let label = none?.knobs["label"] { seed.label = label }
            return seed
        }
    }

    /// The pipeline's configuration.
    func configuration(isLive: Bool) throws -> TrackingConfiguration {
        var configuration = TrackingConfiguration()
        configuration.interval = interval
        configuration.confirmationRounds = confirmationRounds
        configuration.patience = try ValueParser(option: "patience", value: patience).patience()
        configuration.minimumConfidence = minimumConfidence
        configuration.maximumTracks = maximumTracks
        configuration.threads = threadCount
        configuration.looksBack = !isLive
        return configuration
    }

    var threadCount: Int { threads ?? max(1, min(16, ProcessInfo.processInfo.activeProcessorCount)) }

    func makeTracker() throws -> TrackerFactory {
        try tracker.map { try TrackerRegistry.make(name: $0) } ?? TrackerRegistry.factory(for: level)
    }

    func readerOptions(wantsColor: Bool) throws -> VideoReaderOptions {
        var reader = VideoReaderOptions()
        reader.wantsColor = wantsColor
        reader.start = try limit(start, option: "start")
        reader.end = try limit(end, option: "end")
        return reader
    }

    private func limit(_ text: String?, option: String) throws -> FrameLimit? {
        try text.map { try ValueParser(option: option, value: $0).frameLimit() }
    }
}

extension Patience {
    /// As --patience has it.
    fileprivate var optionText: String {
        switch self {
        case .rounds(let rounds): "\(rounds)"
        case .seconds(let seconds): seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
        }
    }
}
