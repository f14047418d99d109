import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// By what a video file or a sequence of pictures is known again later.
public struct SourceFingerprint: Sendable, Hashable, Codable {
    /// All files together.
    public let bytes: Int
    /// A digest of each file's size and time of change: equal as long as nobody touched the files, and cheap.
    public let stamp: String

    /// Looks at the files that the source stands for; reads none.
    ///
    /// Throws `TrackletError` when there are none, or the source is no file and no sequence of pictures.
    public init(of source: String) throws {
        var bytes = 0
        var lines = ""
        for path in try Self.files(of: source) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw TrackletError(.noInput, "\(path) is gone; leave the files alone while they are read.")
            }
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            bytes += Int(status.st_size)
            lines += "\(status.st_size) \(time.tv_sec) \(time.tv_nsec)\n"
        }
        self.bytes = bytes
        stamp = try FileDigest.sha256(of: lines)
    }

    /// The SHA-256 of the source's content: of a file its own, of a sequence of pictures that of the list of theirs.
    ///
    /// Reads all of it. Throws as `init(of:)` does, and when a file cannot be read.
    public static func contentDigest(of source: String) throws -> String {
        let files = try files(of: source)
        let digests = try files.map { try FileDigest.sha256(ofFile: $0) }
        return digests.count == 1 ? digests[0] : try FileDigest.sha256(of: digests.joined(separator: "\n"))
    }

    private static func files(of source: String) throws -> [String] {
        switch try SourceAddress(source) {
        case .container: [source]
        case .pictures(_, let paths): paths
        }
    }
}
