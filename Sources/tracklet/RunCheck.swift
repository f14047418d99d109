internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline

/// What can be known to be wrong only once the source is open, and before anything is written.
enum RunCheck {
    /// Throws `TrackletError` (`usage`) when an output would destroy what it is made from: the source, whatever name it goes by, a
    /// picture of the sequence, or another file the run reads.
    static func outputs(_ outputs: [TrackOutput], spare source: String, and others: [String] = []) throws {
        // Standard input and output are files too when the shell has redirected them.
        try self.outputs(outputs, spare: [source == "-" ? "/dev/stdin" : source] + others)
        let folder = isFolder(source) ? source : source.contains("%") ? parent(of: source) : nil
        for output in outputs {
            let path = output.path == "-" ? "/dev/stdout" : output.path
            if let folder, AtomicFile.isSameFile(parent(of: path), folder), exists(path) { throw isInput(output) }
        }
    }

    /// Throws `TrackletError` (`usage`) when an output would destroy one of the files.
    static func outputs(_ outputs: [TrackOutput], spare files: [String]) throws {
        for output in outputs {
            let path = output.path == "-" ? "/dev/stdout" : output.path
            if files.contains(where: { isRegular($0) && AtomicFile.isSameFile(path, $0) }) { throw isInput(output) }
        }
    }

    private static func isInput(_ output: TrackOutput) -> TrackletError {
        TrackletError(.usage, "The output \(output.path) is the input itself; give the output another name.")
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
