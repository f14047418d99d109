internal import Foundation
internal import TrackFormats
internal import TrackModel

/// Several videos, each tracked as it would be by itself, some at a time.
struct Batch {
    private let options: TrackOptions
    private let folder: String
    private let videos: [BatchVideo]
    private let names: [String]
    private let recipe: BatchRecipe
    /// What is known to fail before anything is tracked.
    private let failures: [TrackletError]

    /// Finds the videos and makes the folder.
    ///
    /// Throws `TrackletError` for options that make no sense or would fail for each of the videos, and when the folder cannot be
    /// made.
    init(_ operands: [String], _ options: TrackOptions, folder: String) throws {
        try Self.check(options)
        recipe = try BatchRecipe(options)
        let inputs = try BatchInputs(operands)
        self.options = options
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        videos = inputs.videos
        failures = inputs.failures
        names = BatchVideo.names(of: videos)
        let outputs = try names.flatMap(outputs(of:))
        try Self.checkAreDistinct(outputs)
        if options.overwrite {
            try RunCheck.outputs(outputs, spareAll: videos.map(\.source) + options.filesRead)
        }
        try Self.makeFolder(self.folder)
    }

    private static func check(_ options: TrackOptions) throws {
        let others =
            [
                ("--output", !options.outputs.isEmpty), ("--save-detections", options.savedDetections != nil),
                ("--detections", options.detections != nil), ("--profile", options.isProfiled),
            ] + options.video.given.sorted().map { ("--\($0)", true) }
        if let (option, _) = others.first(where: { $0.1 }) {
            throw TrackletError(
                .usage,
                "\(option) is for one video and stands beside --output-dir, which is for several; leave one of the two out."
            )
        }
        // What would be told of every video alike.
        try TrackCommand.check(options)
    }

    /// The names are; with a format's ending one may be another's all the same (a.kitti.txt).
    private static func checkAreDistinct(_ outputs: [TrackOutput]) throws {
        var taken: Set<String> = []
        if let output = outputs.first(where: { !taken.insert($0.path.lowercased()).inserted }) {
            throw TrackletError(
                .usage, "Two of the results would be called \(output.path); track those videos in runs of their own.")
        }
    }

    /// Tracks them all. Throws `TrackletError` (`failure`) that lists those that failed, after the others are done.
    func run() async throws {
        // What is under way is dropped by an interruption; there is nothing that it could have to wait for.
        InterruptionWatch.outputsAreOpen()
        let board = BatchBoard(total: videos.count, isQuiet: options.isQuiet)
        let width = max(1, min(options.batch.jobs, videos.count))
        let threads = options.threadCount
        var outcomes: [BatchOutcome?] = videos.map { _ in nil }
        await withTaskGroup(of: (index: Int, share: Int, outcome: BatchOutcome).self) { group in
            var shares = (0..<width).map { max(1, threads / width + ($0 < threads % width ? 1 : 0)) }
            var waiting = videos.indices.makeIterator()
            func startNext() {
                guard !Task.isCancelled, let share = shares.popLast() else { return }
                guard let index = waiting.next() else { return }
                group.addTask { (index, share, await outcome(of: index, threads: share, board)) }
            }
            for _ in 0..<width { startNext() }
            for await done in group {
                outcomes[done.index] = done.outcome
                shares.append(done.share)
                startNext()
            }
        }
        board.clear()
        try report(outcomes)
    }

    // MARK: - One video

    private func outputs(of name: String) throws -> [TrackOutput] {
        try options.batch.formats.map { format in
            try TrackOutput("\(format.name):\(folder)/\(name).\(format.endings.first ?? format.name)")
        }
    }

    private func outcome(of index: Int, threads: Int, _ board: BatchBoard) async -> BatchOutcome {
        let name = names[index]
        board.begin(index, name: name)
        defer { board.end(index) }
        do {
            return try await track(index, threads: threads, board)
        } catch is CancellationError {
            return .dropped
        } catch let error as TrackletError {
            board.say(name, "failed")
            return .failed(error.message)
        } catch {
            board.say(name, "failed")
            return .failed("\(error)")
        }
    }

    private func track(_ index: Int, threads: Int, _ board: BatchBoard) async throws -> BatchOutcome {
        let (source, name) = (videos[index].source, names[index])
        let outputs = try outputs(of: name)
        let manifestPath = BatchManifest.path(of: name, in: folder)
        let record = BatchRecord(source: source, recipe: recipe, path: manifestPath)
        let kept = options.batch.resumes ? try record.finished(outputs) : []
        let wanted = outputs.filter { output in !kept.contains { $0.path == output.path } }
        if wanted.isEmpty {
            board.say(name, "kept: " + kept.map(\.path).joined(separator: ", "))
            return .kept
        }
        if !options.overwrite, let other = wanted.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            throw exists(other)
        }
        var own = options
        own.batch = BatchOptions()
        own.outputs = wanted.map { "\($0.format.name):\($0.path)" }
        own.threads = threads
        let place = BatchPlace(
            board: board, place: index, name: name,
            prepare: {
                try record.begin()
                for output in wanted { try Self.makeFolder(ofFile: output.path) }
            },
            beforeFinish: { try record.endReading() })
        try await TrackCommand.track(source, own, as: place)
        try Self.makeFolder(ofFile: manifestPath)
        try record.write(wanted)
        return .tracked
    }

    private func exists(_ output: TrackOutput) -> TrackletError {
        let cause =
            options.batch.resumes
            ? "is not what this run would make: other options, another video or another build made it, or it was changed; allow it to be replaced (--overwrite), or choose another folder."
            : "is left as it is; keep what is finished (--resume), allow it to be replaced (--overwrite), or choose another folder."
        return TrackletError(.cannotCreate, "The output \(output.path) exists already and \(cause)")
    }

    private static func makeFolder(ofFile path: String) throws {
        try makeFolder((path as NSString).deletingLastPathComponent)
    }

    /// Makes the folder with all above it, unless it is there.
    private static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            var place = URL(fileURLWithPath: path).standardizedFileURL
            var isFolder: ObjCBool = false
            while place.path != "/", !FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) {
                place.deleteLastPathComponent()
            }
            let cause =
                isFolder.boolValue ? "you have no right to write in \(place.path)" : "\(place.path) is no folder"
            throw TrackletError(.cannotCreate, "The folder \(path) cannot be made: \(cause); choose another.")
        }
    }

    // MARK: - The end

    private func report(_ outcomes: [BatchOutcome?]) throws {
        let messages =
            failures.map(\.message)
            + zip(videos, outcomes).compactMap { video, outcome in
                guard case .failed(let message)? = outcome else { return nil }
                return message.contains(video.source) ? message : "\(video.source): \(message)"
            }
        let tracked = outcomes.count { $0 == .tracked }
        let kept = outcomes.count { $0 == .kept }
        let open = outcomes.count { $0 == nil || $0 == .dropped }
        if !options.isQuiet {
            let counts = [(tracked, "tracked"), (kept, "kept"), (messages.count, "failed"), (open, "not done")]
            StandardError.line(
                "\(RunReport.count(videos.count, "video")): "
                    + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        }
        var text = messages.count > 1 ? messages.map { "\n  " + $0 }.joined() : messages.joined()
        if messages.count > 1 { text = "\(messages.count) inputs failed:" + text }
        guard open == 0 else {
            if !messages.isEmpty { StandardError.line("tracklet: " + text) }
            StandardError.line(
                "note: Interrupted; what was under way was dropped, what is written is whole, and --resume goes on from there."
            )
            return
        }
        if !messages.isEmpty { throw TrackletError(.failure, text) }
    }
}

/// How it went with one of several videos.
enum BatchOutcome: Equatable, Sendable {
    case tracked
    /// Its results were there.
    case kept
    /// Interrupted; nothing is left of it.
    case dropped
    case failed(String)
}
