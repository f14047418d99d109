internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline

extension TrackOptions {
    /// The options in effect as a configuration file says them, as far as the command knows them. Read back, it makes the same.
    func dumped(known: [Option]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(try entries(known: known)), as: UTF8.self)
    }

    /// The options in effect by name, as far as the command knows them.
    func entries(known: [Option]) throws -> [String: ConfigurationValue] {
        var entries: [String: ConfigurationValue] = [
            "output": .list(outputs.map { .text($0) }), "overwrite": .flag(overwrite),
            "mot-pixel-base": .whole(motPixelBase.rawValue), "interval": value(of: interval.description),
            "level": .text(level.rawValue), "min-confidence": .number(minimumConfidence),
            "seed": .list(seeds.map { .text($0) }), "confirm": .whole(confirmationRounds),
            "patience": value(of: patience), "max-tracks": .whole(maximumTracks), "quiet": .flag(isQuiet),
            "verbose": .flag(isVerbose), "profile": .flag(isProfiled),
        ]
        entries["tracker"] = tracker.map { .text($0) }
        entries["start"] = start.map { .text($0) }
        entries["end"] = end.map { .text($0) }
        entries["threads"] = threads.map { .whole($0) }
        entries["save-detections"] = savedDetections.map { .text($0) }
        if let detections {
            entries["detections"] = .text(detections)
            entries["label"] = commonKnobs["label"].map { .text($0) }
        } else {
            let chosen = try chosenDetectors()
            let shown = chosen.isEmpty ? detectors.suffix(1).map { $0.withDefaults(commonKnobs) } : chosen
            entries["detector"] = .list(shown.map(value))
        }
        entries.merge(video.entries) { entry, _ in entry }
        entries.merge(recognition.entries) { entry, _ in entry }
        entries.merge(live.entries) { entry, _ in entry }
        entries.merge(batch.entries) { entry, _ in entry }
        let names = Set(known.map(\.name))
        return entries.filter { names.contains($0.key) }
    }

    private func value(of choice: DetectorChoice) -> ConfigurationValue {
        var group = choice.knobs.mapValues { value(of: $0) }
        if group["raw-boxes"] != nil { group["raw-boxes"] = .flag(true) }
        group["label"] = choice.knobs["label"].map { .text($0) }
        if let path = choice.cascadePath {
            group["cascade"] = .text(path)
        } else {
            group["detector"] = .text(choice.name)
        }
        return group.count == 1 && choice.cascadePath == nil ? .text(choice.name) : .group(group)
    }

    private func value(of text: String) -> ConfigurationValue {
        Int(text).map { .whole($0) } ?? .text(text)
    }

    /// Name to value for formats that keep the options of a run, and for --verbose; what cannot change the result is left out.
    func recorded(known: [Option]) throws -> [String: String] {
        var record: [String: String] = [
            "interval": interval.description, "level": level.rawValue, "min-confidence": "\(minimumConfidence)",
            "confirm": "\(confirmationRounds)", "patience": patience, "max-tracks": "\(maximumTracks)",
        ]
        record["tracker"] = tracker
        record["start"] = start
        record["end"] = end
        if !seeds.isEmpty { record["seed"] = seeds.joined(separator: " ") }
        let names = Set(known.map(\.name))
        record = record.filter { names.contains($0.key) }
        record.merge(recognition.recorded) { entry, _ in entry }
        if let detections {
            record["detections"] = detections
            return record
        }
        let chosen = try chosenDetectors()
        record["detector"] =
            chosen.isEmpty ? DetectorChoice.none : chosen.map { $0.cascadePath ?? $0.name }.joined(separator: ",")
        for choice in chosen {
            for (name, value) in choice.knobs { record["\(choice.name).\(name)"] = value }
        }
        return record
    }
}
