internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import VideoIO

/// What is remembered of one video's results, in a hidden folder beside them, so that they need not be made again.
struct BatchManifest: Codable, Equatable {
    struct Source: Codable, Equatable {
        /// As it was named when it was tracked; it may have moved since.
        var name: String
        var fingerprint: SourceFingerprint
        var sha256: String
    }

    var recipe: BatchRecipe
    var source: Source
    /// The SHA-256 of each result, by its format.
    var results: [String: String]

    /// Where the manifest of the results called `name` lies in the folder.
    static func path(of name: String, in folder: String) -> String { folder + "/.tracklet/" + name + ".json" }

    /// Nil when there is none that can be read: then nothing is known.
    init?(path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
            let manifest = try? JSONDecoder().decode(BatchManifest.self, from: data)
        else { return nil }
        self = manifest
    }

    init(recipe: BatchRecipe, source: Source, results: [String: String]) {
        (self.recipe, self.source, self.results) = (recipe, source, results)
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try AtomicFile(path: path, overwrite: true)
        try file.write(try encoder.encode(self))
        try file.finish()
    }

    /// Whether the results were made of this very source in this very way. The source is read when its files were touched.
    func describes(_ source: String, made recipe: BatchRecipe) throws -> Bool {
        guard self.recipe == recipe else { return false }
        let now = try SourceFingerprint(of: source)
        if now == self.source.fingerprint { return true }
        guard now.bytes == self.source.fingerprint.bytes else { return false }
        return try SourceFingerprint.contentDigest(of: source) == self.source.sha256
    }

    /// The same with results made before of the same source in the same way.
    func merging(_ other: BatchManifest?) -> BatchManifest {
        guard let other, other.recipe == recipe, other.source.sha256 == source.sha256 else { return self }
        var merged = self
        merged.results.merge(other.results) { new, _ in new }
        return merged
    }

    /// Whether the file is there and is the result it was when it was made.
    func holds(_ output: TrackOutput) -> Bool {
        guard let digest = results[output.format.name] else { return false }
        return (try? FileDigest.sha256(ofFile: output.path)) == digest
    }
}
