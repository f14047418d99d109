internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// What can be known to be wrong only once the source is open, and before anything is written.
enum RunCheck {
    /// Throws `TrackletError` (`usage`) when an output would destroy what it is made from: the source, whatever name it goes by, a
    /// picture of the sequence, or another file the run reads.
    static func outputs(_ outputs: [TrackOutput], spare source: String, and others: [String] = []) throws {
        // Standard input and output are files too when the shell has redirected them.
        try paths(outputs.map(\.path), spare: source, and: others)
    }

    /// The same of outputs that are no track files.
    static func paths(_ outputs: [String], spare source: String, and others: [String] = []) throws {
        try paths(outputs, spare: [source == "-" ? "/dev/stdin" : source] + others)
        let folder = isFolder(source) ? source : source.contains("%") ? parent(of: source) : nil
        for output in outputs {
            let path = output == "-" ? "/dev/stdout" : output
            if let folder, AtomicFile.isSameFile(parent(of: path), folder), exists(path) { throw isInput(output) }
            if let folder, AtomicFile.isSameFile(path, folder) { throw isInput(output) }
        }
    }

    /// Throws `TrackletError` (`usage`) when two outputs are one place.
    static func areDistinct(_ outputs: [String]) throws {
        let places = outputs.filter { $0 != "-" }
        for (index, output) in places.enumerated() {
            let isTwice = places[..<index].contains { AtomicFile.isSamePlace($0, output) }
            guard !isTwice else {
                throw TrackletError(
                    .usage, "The output \(output) is named twice; give each output a place of its own.")
            }
        }
    }

    /// Throws `TrackletError` (`usage`) when the source is a stream, of which nothing can be read a second time.
    static func canBeReadAgain(_ source: String, isLive: Bool = false) throws {
        let isStream = facts(source).map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
        guard source == "-" || isStream || isLive else { return }
        throw TrackletError(
            .usage,
            "No video, thumbnails or page can be made of \(source == "-" ? "standard input" : SourceName.shown(source)): it cannot be read a second time; save it to a file first."
        )
    }

    /// Throws `TrackletError` (`usage`) when an output would destroy one of the files.
    static func outputs(_ outputs: [TrackOutput], spare files: [String]) throws {
        try paths(outputs.map(\.path), spare: files)
    }

    /// The same for outputs known by their paths alone.
    static func paths(_ outputs: [String], spare files: [String]) throws {
        for output in outputs {
            let path = output == "-" ? "/dev/stdout" : output
            if files.contains(where: { isRegular($0) && AtomicFile.isSameFile(path, $0) }) { throw isInput(output) }
        }
    }

    /// The same for many outputs and files.
    static func outputs(_ outputs: [TrackOutput], spareAll files: [String]) throws {
        let inputs = Set(files.compactMap(facts).map(FileIdentity.init))
        if let output = outputs.first(where: { facts($0.path).map(FileIdentity.init).map(inputs.contains) ?? false }) {
            throw isInput(output.path)
        }
    }

    /// By what the system knows a file, whatever name it goes by.
    private struct FileIdentity: Hashable {
        let device: dev_t
        let number: ino_t

        init(_ facts: stat) { (device, number) = (facts.st_dev, facts.st_ino) }
    }

    private static func isInput(_ output: String) -> TrackletError {
        TrackletError(.usage, "The output \(output) is the input itself; give the output another name.")
    }

    private static func facts(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }

    private static func exists(_ path: String) -> Bool { facts(path) != nil }
    private static func isRegular(_ path: String) -> Bool {
        facts(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }
    private static func isFolder(_ path: String) -> Bool { facts(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Throws `TrackletError` (`usage`) when a seed points beside the picture.
    static func seeds(_ seeds: [TrackSeed], lieIn size: PixelSize) throws {
        for box in seeds.map(\.box) where box.clipped(to: size.bounds) == nil {
            throw TrackletError(
                .usage,
                "The seed \(box.left),\(box.top),\(box.width),\(box.height) lies outside the picture of \(size) pixels; give left,top,width,height inside it."
            )
        }
    }
}
