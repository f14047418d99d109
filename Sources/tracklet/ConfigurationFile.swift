internal import Foundation
internal import TrackModel

/// Options in a JSON file: an object whose names are the long options'. Switches are true or false; options that may be
/// repeated are lists; a detector is its name, or an object with its name as "detector" and its own knobs.
///
///     { "interval": 5, "detector": ["face", {"detector": "rectangle", "label": "page"}], "overwrite": true }
enum ConfigurationFile {
    /// The settings in the file, detectors before all else.
    ///
    /// Throws `TrackletError`: `noInput` when it cannot be read, `badData` when it is not such an object.
    static func read(_ path: String, known: [Option]) throws -> [Setting] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw TrackletError(.noInput, "The configuration file \(path) cannot be read; check that it is there.")
        }
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: data)
        } catch {
            throw TrackletError(
                .badData, "The configuration file \(path) is not valid JSON; --dump-config shows the form.")
        }
        guard let entries = object as? [String: Any] else {
            throw TrackletError(
                .badData, "The configuration file \(path) is not a JSON object; --dump-config shows the form.")
        }
        var settings: [Setting] = []
        // Detectors first: their knobs follow them.
        let names = entries.keys.sorted()
        for name in names.filter({ $0 == "detector" }) + names.filter({ $0 != "detector" }) {
            guard let option = known.first(where: { $0.name == name }),
                !["config", "dump-config", "help"].contains(name)
            else {
                let hint = NearestName.of(name, among: known.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? "."
                throw TrackletError(.badData, "The configuration file \(path) has an unknown name \"\(name)\"\(hint)")
            }
            for value in (entries[name] as? [Any]) ?? [entries[name] as Any] {
                settings += try self.settings(option, value, path: path)
            }
        }
        return settings
    }

    private static func settings(_ option: Option, _ value: Any, path: String) throws -> [Setting] {
        if option.name == "detector", let group = value as? [String: Any], let name = group["detector"] as? String {
            var settings = [Setting(name: "detector", value: name)]
            for knob in DetectorChoice.knobNames + ["cascade"] where group[knob] != nil {
                if let on = group[knob] as? Bool, knob == "raw-boxes" {
                    if on { settings.append(Setting(name: knob, value: nil)) }
                } else if let text = text(group[knob]) {
                    settings.append(Setting(name: knob, value: text))
                }
            }
            return settings
        }
        if option.argument == nil {
            guard let isOn = value as? Bool else {
                throw TrackletError(.badData, "\"\(option.name)\" in \(path) is a switch; give true or false.")
            }
            return isOn ? [Setting(name: option.name, value: nil)] : []
        }
        guard let text = text(value) else {
            throw TrackletError(.badData, "\"\(option.name)\" in \(path) must be a number or a text.")
        }
        return [Setting(name: option.name, value: text)]
    }

    private static func text(_ value: Any?) -> String? {
        if let text = value as? String { return text }
        if let number = value as? NSNumber { return number.stringValue }
        return nil
    }
}
