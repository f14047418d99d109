internal import Synchronization
internal import TrackFormats
internal import TrackModel
internal import VideoIO

/// Remembers of one video what its results were made of, from the moment it is read to the moment they are in their places.
final class BatchRecord: Sendable {
    private let source: String
    private let recipe: BatchRecipe
    /// The manifest's.
    private let path: String
    private let seen = Mutex<(fingerprint: SourceFingerprint?, sha256: String?)>((nil, nil))

    init(source: String, recipe: BatchRecipe, path: String) {
        self.source = source
        self.recipe = recipe
        self.path = path
    }

    /// Those of the outputs that are there, whole, and what a run would make again.
    func finished(_ outputs: [TrackOutput]) throws -> [TrackOutput] {
        guard let manifest = BatchManifest(path: path) else { return [] }
        let held = outputs.filter(manifest.holds)
        return try held.isEmpty || !manifest.describes(source, made: recipe) ? [] : held
    }

    func begin() throws {
        let fingerprint = try SourceFingerprint(of: source)
        seen.withLock { $0.fingerprint = fingerprint }
    }

    /// Reads the source once more for its digest. It is done before there are results, so that there are hardly ever any of
    /// which nothing is known.
    func endReading() throws {
        let digest = try SourceFingerprint.contentDigest(of: source)
        guard try SourceFingerprint(of: source) == seen.withLock({ $0.fingerprint }) else {
            throw TrackletError(
                .badData, "\(source) was changed while it was tracked; track it again when it is complete.")
        }
        seen.withLock { $0.sha256 = digest }
    }

    /// Writes the manifest of new results, and of those that were there and would be made again.
    func write(_ made: [TrackOutput]) throws {
        guard case (let fingerprint?, let digest?) = seen.withLock({ $0 }) else { return }
        let results = try made.reduce(into: [String: String]()) { results, output in
            results[output.format.name] = try FileDigest.sha256(ofFile: output.path)
        }
        let manifest = BatchManifest(
            recipe: recipe, source: .init(name: source, fingerprint: fingerprint, sha256: digest), results: results)
        try manifest.merging(BatchManifest(path: path)).write(to: path)
    }
}
