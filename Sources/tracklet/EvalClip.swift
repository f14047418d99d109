internal import Foundation
internal import TrackFormats
internal import TrackMetrics
internal import TrackModel

/// One video's results and ground truth as files, and what is made of them.
struct EvalClip: Equatable {
    let name: String
    /// Nil when the tracker wrote nothing for it: everything is missed.
    let results: String?
    let truth: String
    let ignored: String?

    /// The sequence to be measured. Throws `TrackletError` for files that cannot be read or have no identities.
    ///
    /// Truth of confidence 0 marks what need not be found, as in MOTChallenge's gt.txt: it is ignored like what `ignored` lists.
    func sequence(_ options: TrackReadingOptions) throws(TrackletError) -> MetricsSequence {
        let truth = try Self.tracks(self.truth, options, what: "ground truth")
        let found = try results.map { path throws(TrackletError) in try Self.tracks(path, options, what: "results") }
        var places: [Int: [Box]] = [:]
        for frame in truth {
            places[frame.frame] = frame.observations.filter { $0.confidence == 0 }.map(\.box)
        }
        if let ignored {
            for frame in try TrackFile.read(ignored, options: options).frames {
                places[frame.frame, default: []] += frame.observations.map(\.box)
            }
        }
        let required = truth.map { frame in
            var frame = frame
            frame.observations.removeAll { $0.confidence == 0 }
            return frame
        }
        return try MetricsSequence(truth: required, results: found ?? [], ignored: places)
    }

    private static func tracks(
        _ path: String, _ options: TrackReadingOptions, what: String
    ) throws(TrackletError) -> [FrameObservations] {
        let frames = try TrackFile.read(path, options: options).frames
        for frame in frames where frame.observations.contains(where: { $0.track < 1 }) {
            throw TrackletError(
                .badData,
                "The \(what) \(path) has a box without an identity in frame \(frame.frame), and identities are what is measured; name a file with tracks."
            )
        }
        return frames
    }
}

// MARK: - Finding the files

extension EvalClip {
    /// The clips that two operands stand for: two files, or two folders whose files have equal names.
    ///
    /// In a folder of ground truth a clip is `NAME.ending`, or `NAME/gt/gt.txt` as MOTChallenge has it; what is to be ignored is
    /// `NAME.ignore.ending` beside it, or in `ignored`, a file or a folder.
    static func find(
        results: String, truth: String, ignored: String?
    ) throws(TrackletError) -> (clips: [EvalClip], unused: [String]) {
        guard isFolder(truth) else {
            guard !isFolder(results) else {
                throw TrackletError(
                    .usage,
                    "The results \(results) are a folder and the ground truth \(truth) is a file; name two of a kind.")
            }
            if let ignored, isFolder(ignored) {
                throw TrackletError(.usage, "--ignore \(ignored) is a folder; name the file for \(truth).")
            }
            let name = stem(last(results))
            return ([EvalClip(name: name, results: results, truth: truth, ignored: ignored ?? besides(truth))], [])
        }
        guard isFolder(results) else {
            throw TrackletError(
                .usage, "The ground truth \(truth) is a folder and the results \(results) are none; name two of a kind."
            )
        }
        let truths = try truthFiles(in: truth)
        let found = try trackFiles(in: results)
        if let ignored, !isFolder(ignored) {
            throw TrackletError(
                .usage, "--ignore \(ignored) is no folder; with folders, name one with a file for each clip.")
        }
        let places = try ignored.map { folder throws(TrackletError) in try trackFiles(in: folder) } ?? [:]
        let clips = truths.keys.sorted().compactMap { name in
            truths[name].map { path in
                EvalClip(
                    name: name, results: found[name], truth: path,
                    ignored: places[name] ?? places[name + ".ignore"] ?? besides(path))
            }
        }
        guard clips.contains(where: { $0.results != nil }) else {
            throw TrackletError(
                .noInput,
                "No file in \(results) has the name of one in \(truth): there are \(found.count) files with tracks in the one and \(clips.count) in the other; name the results after the ground truth."
            )
        }
        return (clips, found.keys.filter { truths[$0] == nil && !$0.hasSuffix(".ignore") }.sorted())
    }

    private static func truthFiles(in folder: String) throws(TrackletError) -> [String: String] {
        var files = try trackFiles(in: folder).filter { !$0.key.hasSuffix(".ignore") }
        for name in try names(in: folder) {
            let path = "\(folder)/\(name)/gt/gt.txt"
            if FileManager.default.fileExists(atPath: path), files[name] == nil { files[name] = path }
        }
        return files
    }

    /// The files in the folder whose endings name a format, by their names without it. Throws `usage` when two have one name.
    private static func trackFiles(in folder: String) throws(TrackletError) -> [String: String] {
        var files: [String: String] = [:]
        for name in try names(in: folder) {
            let path = "\(folder)/\(name)"
            guard !name.hasPrefix("."), !isFolder(path), (try? TrackFormat.resolve(path)) != nil else { continue }
            if let other = files.updateValue(path, forKey: stem(name)) {
                throw TrackletError(
                    .usage,
                    "\(last(other)) and \(name) in \(folder) are of one clip; leave one of the two in the folder.")
            }
        }
        return files
    }

    private static func names(in folder: String) throws(TrackletError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw TrackletError(
                .noInput, "The folder \(folder) cannot be listed: you have no right to; change its permissions.")
        }
    }

    /// `NAME.ignore.ending` beside `NAME.ending`, where there is one.
    private static func besides(_ truth: String) -> String? {
        guard let path = try? TrackFormat.resolve(truth).path, path != "-" else { return nil }
        let ending = last(path).split(separator: ".").last ?? ""
        let candidate = path.dropLast(ending.count) + "ignore." + ending
        return FileManager.default.fileExists(atPath: String(candidate)) ? String(candidate) : nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func last(_ path: String) -> String { (path as NSString).lastPathComponent }

    private static func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }
}
