#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a path leads to, links followed.
enum FileKind: Sendable, Hashable {
    case file(size: Int)
    case folder
    case device
    case pipe
    case other

    /// Nil when there is nothing under that path that may be looked at.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file(size: Int(status.st_size))
            case S_IFDIR: .folder
            case S_IFCHR: .device
            case S_IFIFO: .pipe
            default: .other
            }
    }
}

/// The first bytes of a file.
enum FileBeginning {
    /// Whether a file (FFmpeg's "file:" address or a path) begins with one of the boxes ISO 14496-12 files begin with.
    static func looksLikeMP4(_ address: String) -> Bool {
        let path = address.hasPrefix("file:") ? String(address.dropFirst("file:".count)) : address
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8)
        guard fread(&bytes, 1, 8, file) == 8 else { return false }
        return ["ftyp", "moov", "mdat", "free", "skip", "wide"].contains(String(decoding: bytes[4...], as: UTF8.self))
    }
}
