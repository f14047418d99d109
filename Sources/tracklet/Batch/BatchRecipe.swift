internal import Detectors
internal import Foundation
internal import TrackModel
internal import VideoIO

/// All that the results of a video depend on, beside the video.
struct BatchRecipe: Codable, Equatable, Sendable {
    /// Its version and the digest of its file: another build may find other tracks.
    private(set) var program: String
    /// The options in effect, without those that change no result.
    private(set) var options: [String: ConfigurationValue]
    /// The cascades, networks and pictures used: path and digest.
    private(set) var cascades: [String: String]

    private static let withoutEffect: Set<String> = BatchOptionTable.names.union([
        "output", "overwrite", "threads", "quiet", "verbose", "profile", "save-detections",
    ])

    /// Throws `TrackletError` for options that make no sense, and when a cascade cannot be read.
    init(_ options: TrackOptions) throws {
        let digest = try Bundle.main.executablePath.map { try FileDigest.sha256(ofFile: $0) }
        program = "tracklet \(Main.version)" + (digest.map { " " + $0 } ?? "")
        self.options = try options.entries(known: TrackOptionTable.all)
            .filter { !Self.withoutEffect.contains($0.key) }
        let locator = CascadeLocator()
        var paths: [String] = []
        for choice in try options.chosenDetectors() {
            let specification = DetectorRegistry.all.first { $0.name == choice.name }
            if let path = choice.knobs["model"] ?? specification?.modelFile.flatMap(locator.path) { paths.append(path) }
            if let path = choice.knobs["names"] { paths.append(path) }
            paths += try choice.cascadePath.map { [$0] } ?? specification?.cascadeFiles.map(locator.requiredPath) ?? []
        }
        paths += options.recognition.filesRead
        cascades = try paths.reduce(into: [:]) { $0[$1] = try FileDigest.sha256(ofFile: $1) }
        // To be compared with one that was read: in JSON 1.0 and 1 are the same.
        self = try JSONDecoder().decode(Self.self, from: try JSONEncoder().encode(self))
    }
}
