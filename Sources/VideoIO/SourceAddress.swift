import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the user named: something FFmpeg opens, or a list of pictures.
enum SourceAddress: Sendable, Hashable {
    case container(ContainerAddress)
    /// Paths in order of presentation, never empty.
    case pictures(name: String, paths: [String])

    /// Finds out what `source` is, in this order: "-", something that exists under that name, an address with a scheme, a
    /// numbered pattern ("frames/%05d.png").
    ///
    /// Throws `TrackletError`: `noInput` when there is nothing of that name, `badData` when it is empty.
    init(_ source: String) throws {
        guard !source.isEmpty else { throw TrackletError(.usage, "The source has no name; name a video file.") }
        if source == "-" {
            self = .container(Self.standardInput)
        } else if let kind = FileKind(path: source) {
            self = try Self.existing(source, path: source, kind: kind)
        } else if let path = Self.path(ofFileURL: source) {
            guard let kind = FileKind(path: path) else { throw Self.missing(source) }
            self = try Self.existing(source, path: path, kind: kind)
        } else if Self.hasScheme(source) {
            self = .container(ContainerAddress(name: source, url: source, medium: .network))
        } else if let pattern = NumberedPattern(source) {
            let paths = try pattern.paths()
            guard !paths.isEmpty else {
                throw TrackletError(
                    .noInput, "\(source) matches no file; check the folder and the number of digits in the names.")
            }
            self = .pictures(name: source, paths: paths)
        } else {
            throw Self.missing(source)
        }
    }

    private static func existing(_ source: String, path: String, kind: FileKind) throws -> SourceAddress {
        // The prefix keeps FFmpeg from reading a protocol or an option into the name.
        let url = "file:" + path
        switch kind {
        case .folder:
            let paths = try PictureFolder.paths(in: path)
            guard !paths.isEmpty else {
                throw TrackletError(
                    .noInput, "\(source) is a folder without pictures; name a folder with image files in it.")
            }
            return .pictures(name: source, paths: paths)
        case .device:
            return .container(
                ContainerAddress(name: source, url: path, medium: .device(CaptureDevices.systemInput)))
        case .file(let size):
            guard size > 0 else { throw TrackletError(.badData, "\(source) is empty: the file has no bytes in it.") }
            return .container(
                ContainerAddress(name: source, url: url, medium: PictureFolder.isPicture(path) ? .picture : .file))
        case .pipe:
            return .container(ContainerAddress(name: source, url: url, medium: .standardInput))
        case .other:
            throw TrackletError(.noInput, "\(source) is no file, folder or camera that can be read; name a video file.")
        }
    }

    /// A file redirected to standard input is opened as the file, so that it can be searched for its index.
    private static var standardInput: ContainerAddress {
        var status = stat()
        let isFile = fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return ContainerAddress(name: "-", url: isFile ? "file:/dev/stdin" : "pipe:0", medium: .standardInput)
    }

    private static func missing(_ source: String) -> TrackletError {
        TrackletError(.noInput, "\(source) cannot be opened: there is no such file; check the name.")
    }

    /// Whether the text begins as an address does (RFC 3986, 3.1): a letter, more of them, "://".
    static func hasScheme(_ text: String) -> Bool {
        guard let separator = text.firstRange(of: "://") else { return false }
        let scheme = text[..<separator.lowerBound]
        guard let first = scheme.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
        return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// The path of a "file://" address, its percent signs decoded; nil for any other text.
    static func path(ofFileURL text: String) -> String? {
        guard text.lowercased().hasPrefix("file://") else { return nil }
        var rest = Array(text.utf8.dropFirst("file://".utf8.count))
        if rest.starts(with: Array("localhost/".utf8)) { rest.removeFirst("localhost".utf8.count) }
        var bytes: [UInt8] = []
        var index = 0
        while index < rest.count {
            if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
                let value = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                index += 3
            } else {
                bytes.append(rest[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
