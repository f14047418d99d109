internal import Detectors
internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import Trackers
internal import TrackingPipeline
internal import VideoIO

/// Everything `tracklet track` can be told.
struct TrackOptions {
    var outputs: [String] = []
    var overwrite = false
    var motPixelBase = MOTPixelBase.one
    var interval = DetectionInterval.frames(10)
    var detectors: [DetectorChoice] = []
    /// Knobs given before any detector: they hold for all.
    var commonKnobs: [String: String] = [:]
    var level = TrackingLevel.accurate
    var tracker: String?
    var minimumConfidence = 0.3
    var seeds: [String] = []
    var start: String?
    var end: String?
    var confirmationRounds = 2
    var patience: String?
    var maximumTracks = 1000
    var threads: Int?
    var isQuiet = false
    var isVerbose = false
    var dumpsConfiguration = false

    static let repeatable: Set<String> = ["output", "detector", "cascade", "seed"]

    /// Applies settings in order. Throws `TrackletError` (`usage`) for the first value that is not usable.
    mutating func apply(_ settings: [Setting]) throws {
        for setting in settings {
            let text = setting.value ?? ""
            let value = ValueParser(option: setting.name, value: text)
            switch setting.name {
            case "output": outputs.append(text)
            case "overwrite": overwrite = true
            case "mot-pixel-base":
                guard let base = Int(text).flatMap(MOTPixelBase.init(rawValue:)) else {
                    throw value.failure("give 1 or 0")
                }
                motPixelBase = base
            case "interval": interval = try value.interval()
            case "detector": detectors.append(DetectorChoice(name: text))
            case "cascade": detectors.append(DetectorChoice(name: DetectorRegistry.customCascade, cascadePath: text))
            case let knob where DetectorChoice.knobNames.contains(knob):
                if detectors.isEmpty {
                    commonKnobs[knob] = setting.value ?? "true"
                } else {
                    detectors[detectors.count - 1].knobs[knob] = setting.value ?? "true"
                }
            case "level":
                guard let level = TrackingLevel(rawValue: text) else { throw value.failure("give fast or accurate") }
                self.level = level
            case "tracker": tracker = text
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
            case "quiet": isQuiet = true
            case "verbose": isVerbose = true
            case "dump-config": dumpsConfiguration = true
            default: preconditionFailure("the option \(setting.name) is declared and not applied")
            }
        }
    }

    /// The detectors to run: those named, or `face`; none for "none".
    var chosenDetectors: [DetectorChoice] {
        let named = detectors.isEmpty ? [DetectorChoice(name: "face")] : detectors
        return named.filter { $0.name != "none" }.map { choice in
            var choice = choice
            choice.knobs.merge(commonKnobs) { own, _ in own }
            return choice
        }
    }

    /// The pipeline's configuration.
    func configuration(isLive: Bool) throws -> TrackingConfiguration {
        var configuration = TrackingConfiguration()
        configuration.interval = interval
        configuration.confirmationRounds = confirmationRounds
        configuration.minimumConfidence = minimumConfidence
        configuration.maximumTracks = maximumTracks
        configuration.threads = threadCount
        configuration.looksBack = !isLive
        if let patience { configuration.patience = try ValueParser(option: "patience", value: patience).patience() }
        return configuration
    }

    var threadCount: Int { threads ?? max(1, min(16, ProcessInfo.processInfo.activeProcessorCount)) }

    func makeTracker() throws -> TrackerFactory {
        try tracker.map { try TrackerRegistry.make(name: $0) } ?? TrackerRegistry.factory(for: level)
    }

    func limit(_ text: String?, option: String) throws -> FrameLimit? {
        try text.map { try ValueParser(option: option, value: $0).frameLimit() }
    }
}

// MARK: - As a configuration

extension TrackOptions {
    /// The effective options as a configuration file says them.
    func dumped() throws -> String {
        var entries: [String: Any] = [
            "output": outputs, "overwrite": overwrite, "mot-pixel-base": motPixelBase.rawValue,
            "interval": number(interval.description), "level": level.rawValue, "min-confidence": minimumConfidence,
            "seed": seeds, "confirm": confirmationRounds, "max-tracks": maximumTracks, "quiet": isQuiet,
            "verbose": isVerbose,
        ]
        entries["tracker"] = tracker
        entries["start"] = start
        entries["end"] = end
        entries["patience"] = patience.map(number)
        entries["threads"] = threads
        entries["detector"] = chosenDetectors.isEmpty ? ["none"] : chosenDetectors.map(dumped)
        let data = try JSONSerialization.data(
            withJSONObject: entries, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private func dumped(_ choice: DetectorChoice) -> Any {
        var group: [String: Any] = ["detector": choice.name]
        group["cascade"] = choice.cascadePath
        for (name, value) in choice.knobs { group[name] = name == "raw-boxes" ? true : value }
        return group.count == 1 ? choice.name : group
    }

    private func number(_ text: String) -> Any { Int(text) ?? text }

    /// Name to value for formats that keep the options of a run; what cannot change the result is left out.
    var recorded: [String: String] {
        var record: [String: String] = [
            "interval": interval.description, "level": level.rawValue, "min-confidence": "\(minimumConfidence)",
            "confirm": "\(confirmationRounds)", "max-tracks": "\(maximumTracks)",
            "detector": chosenDetectors.map(\.name).joined(separator: ","),
        ]
        record["tracker"] = tracker
        record["start"] = start
        record["end"] = end
        record["patience"] = patience
        if !seeds.isEmpty { record["seed"] = seeds.joined(separator: " ") }
        for choice in chosenDetectors {
            for (name, value) in choice.knobs { record["\(choice.name).\(name)"] = value }
        }
        return record
    }
}

// MARK: - From the command line

extension TrackOptions {
    /// Defaults, then the configuration file, then the command line, which wins.
    init(_ parsed: ParsedArguments, known: [Option]) throws {
        let flags = parsed.options.map { Setting(name: $0.option.name, value: $0.value) }
        var settings: [Setting] = []
        if let path = flags.last(where: { $0.name == "config" })?.value {
            let given = Set(flags.map(\.name))
            let namesDetectors = given.contains("detector") || given.contains("cascade")
            settings = try ConfigurationFile.read(path, known: known).filter { setting in
                if namesDetectors,
                    ["detector", "cascade"].contains(setting.name)
                        || DetectorChoice.knobNames.contains(setting.name)
                {
                    return false
                }
                return !(Self.repeatable.contains(setting.name) && given.contains(setting.name))
            }
        }
        try apply(settings.filter { $0.name != "config" })
        let configured = detectors
        // A knob on the command line that follows no detector there holds for all, also for those of the file.
        detectors = []
        try apply(flags.filter { $0.name != "config" })
        if detectors.isEmpty {
            detectors = configured.map { choice in
                var choice = choice
                choice.knobs.merge(commonKnobs) { _, flag in flag }
                return choice
            }
        }
    }

    func readerOptions(wantsColor: Bool) throws -> VideoReaderOptions {
        var reader = VideoReaderOptions()
        reader.wantsColor = wantsColor
        reader.start = try limit(start, option: "start")
        reader.end = try limit(end, option: "end")
        return reader
    }
}
