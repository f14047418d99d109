internal import Foundation
internal import TrackModel

/// Options in a JSON file: an object whose names are the long options'.
///
/// Switches are true or false; options that may be repeated are lists; a detector is its name, or an object with its name as
/// "detector" (or a file as "cascade") and knobs of its own. Knobs outside of such an object hold for all detectors.
///
///     { "interval": 5, "detector": ["face", {"detector": "rectangle", "label": "page"}], "overwrite": true }
struct ConfigurationFile {
    let path: String
    /// The options a file may name.
    let known: [Option]

    private static let options: Set<String> = ["config", "dump-config", "help"]

    /// The settings in the file, in the order in which a command line would have to give them.
    ///
    /// Throws `TrackletError`: `noInput` when it cannot be read, `badData` when it is not such an object.
    func settings() throws -> [Setting] {
        let entries = try read()
        // What holds for all detectors comes before them.
        let names = entries.keys.sorted()
        let knobs = names.filter { DetectorChoice.knobNames.contains($0) }
        return try (knobs + names.filter { !DetectorChoice.knobNames.contains($0) }).flatMap { name in
            guard let option = known.first(where: { $0.name == name }), !Self.options.contains(name) else {
                throw unknown(name, among: known.map(\.name).filter { !Self.options.contains($0) })
            }
            return try entries[name].map { try settings(option, $0) } ?? []
        }
    }

    private func read() throws -> [String: ConfigurationValue] {
        let data = try contents()
        guard !data.isEmpty else {
            throw TrackletError(
                .badData,
                "The configuration file \(path) is empty, which is not valid JSON; --dump-config shows the form.")
        }
        let value: ConfigurationValue
        do {
            value = try JSONDecoder().decode(ConfigurationValue.self, from: data)
        } catch {
            throw TrackletError(
                .badData,
                "The configuration file \(path) is not valid JSON, or holds null; --dump-config shows the form.")
        }
        guard case .group(let entries) = value else {
            throw failure("it is not a JSON object; --dump-config shows the form")
        }
        return entries
    }

    /// The file's bytes; a pipe's too, as of a shell's <(…).
    private func contents() throws -> Data {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let cause =
                FileManager.default.fileExists(atPath: path)
                ? "you have no right to read it; change its permissions" : "there is no such file; check the name"
            throw unreadable(cause)
        }
        var data = Data()
        do {
            while let piece = try file.read(upToCount: Self.maximumBytes), !piece.isEmpty {
                data += piece
                guard data.count < Self.maximumBytes else {
                    throw unreadable("it has no end in sight; name a JSON file")
                }
            }
        } catch let error as TrackletError {
            throw error
        } catch {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            throw unreadable(
                isThere && isFolder.boolValue
                    ? "it is a folder; name a JSON file" : "reading it failed; check the disk or name another")
        }
        return data
    }

    /// More than all options together could fill.
    private static let maximumBytes = 1 << 20

    private func unreadable(_ cause: String) -> TrackletError {
        TrackletError(.noInput, "The configuration file \(path) cannot be read: \(cause).")
    }

    private func settings(_ option: Option, _ value: ConfigurationValue) throws -> [Setting] {
        if case .list(let values) = value {
            guard TrackOptions.repeatable.contains(option.name) else {
                throw failure("\"\(option.name)\" may not be repeated; give one value instead of a list")
            }
            return try values.flatMap { try setting(option, $0) }
        }
        return try setting(option, value)
    }

    private func setting(_ option: Option, _ value: ConfigurationValue) throws -> [Setting] {
        if option.name == "detector", case .group(let group) = value {
            return try detector(group)
        }
        if RecognitionOptionTable.names.contains(option.name), case .group(let group) = value {
            return try recognition(option, group)
        }
        guard option.argument != nil else {
            guard case .flag(let isOn) = value else {
                throw failure("\"\(option.name)\" is a switch; give true or false")
            }
            return isOn ? [Setting(name: option.name, value: nil, file: path)] : []
        }
        guard let text = value.commandLineText else {
            throw failure("\"\(option.name)\" must be a number or a text")
        }
        return [Setting(name: option.name, value: text, file: path)]
    }

    /// A detector with its knobs; the detector comes first.
    private func detector(_ group: [String: ConfigurationValue]) throws -> [Setting] {
        let names = ["detector", "cascade"] + DetectorChoice.knobNames
        if let name = group.keys.sorted().first(where: { !names.contains($0) }) {
            throw unknown(name, among: names)
        }
        guard let kind = ["cascade", "detector"].first(where: { group[$0] != nil }) else {
            throw failure("a detector has no name; give it as \"detector\", or a file as \"cascade\"")
        }
        return try ([kind] + DetectorChoice.knobNames).flatMap { name in
            guard let value = group[name], let option = known.first(where: { $0.name == name }) else {
                return [Setting]()
            }
            return try setting(option, value)
        }
    }

    /// What recognises, with its knobs; it comes first itself.
    private func recognition(_ option: Option, _ group: [String: ConfigurationValue]) throws -> [Setting] {
        let names = [option.name] + RecognitionOptions.Choice.knobNames
        if let name = group.keys.sorted().first(where: { !names.contains($0) }) { throw unknown(name, among: names) }
        guard group[option.name] != nil else {
            throw failure("\"\(option.name)\" has knobs and no \"\(option.name)\" of its own; name it in the group too")
        }
        return try names.flatMap { name in
            guard let value = group[name], let option = known.first(where: { $0.name == name }) else {
                return [Setting]()
            }
            return try setting(option, value)
        }
    }

    // MARK: - Failures

    private func unknown(_ name: String, among names: [String]) -> TrackletError {
        let hint = NearestName.of(name, among: names).map { "did you mean \"\($0)\"?" }
        return TrackletError(
            .badData,
            "The configuration file \(path) has an unknown name \"\(name)\"; "
                + (hint ?? "names are those of the long options."))
    }

    private func failure(_ problem: String) -> TrackletError {
        TrackletError(.badData, "In the configuration file \(path): \(problem).")
    }
}
