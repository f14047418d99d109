import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the bytes of an output go, found out from the path a user gave.
enum OutputTarget: Hashable {
    case standardOutput
    /// A device, a FIFO or a socket: nothing that could be replaced by renaming.
    case stream(path: String)
    /// A regular file, there or not yet there, with symbolic links followed so that a link stays a link.
    case file(path: String)

    /// Throws `cannotCreate` when the path is a folder or its links lead nowhere.
    init(path: String) throws(TrackletError) {
        if path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1" {
            self = .standardOutput
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw TrackletError(.cannotCreate, "The output has no usable name; name a file, or - for standard output.")
        }
        var information = stat()
        if stat(path, &information) == 0 {
            switch information.st_mode & S_IFMT {
            case S_IFDIR:
                throw WriteFailure.error(of: path, code: EISDIR)
            case S_IFREG where !path.hasPrefix("/dev/") && !path.hasPrefix("/proc/"):
                self = .file(path: try Self.followingLinks(path))
            default:
                self = .stream(path: path)
            }
            return
        }
        if path.hasSuffix("/") {
            throw WriteFailure.error(of: path, code: EISDIR)
        }
        self = .file(path: try Self.followingLinks(path))
    }

    /// The path with its links followed; nil for standard output.
    var place: String? {
        switch self {
        case .standardOutput: nil
        case .stream(let path), .file(let path): path
        }
    }

    /// The mode of the regular file that is there, or nil when there is none.
    static func permissions(ofFile path: String) -> mode_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_mode & 0o7777 : nil
    }

    /// Whether two paths lead to the same existing file, by whatever names and links.
    static func isSameFile(_ first: String, _ second: String) -> Bool {
        var one = stat()
        var other = stat()
        return stat(first, &one) == 0 && stat(second, &other) == 0
            && one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// Whether two paths lead to one file, there or not yet there.
    static func isSamePlace(_ first: String, _ second: String) -> Bool {
        first == second || isSameFile(first, second)
            || name(of: first) == name(of: second) && isSameFile(folder(of: first), folder(of: second))
    }

    private static func name(of path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    }

    /// The folder part of a path, as something that can be opened: "." where the path has none.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// A name for a hidden file in the folder of `path` that nobody else has.
    ///
    /// Short and free of the target's name, so that a target with the longest name allowed still has one.
    static func hiddenPath(beside path: String) -> String {
        let mark = String(UInt64.random(in: .min ... .max), radix: 36)
        return folder(of: path) + "/.tracklet-\(mark).partial"
    }

    /// Follows links of the last component, also those whose end is not there yet.
    private static func followingLinks(_ path: String) throws(TrackletError) -> String {
        var current = path
        for _ in 0..<40 {
            var information = stat()
            guard lstat(current, &information) == 0, information.st_mode & S_IFMT == S_IFLNK else { return current }
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(current, &target, target.count)
            guard length > 0 else { throw WriteFailure.error(of: path, code: errno) }
            let link = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            current = link.hasPrefix("/") ? link : folder(of: current) + "/" + link
        }
        throw WriteFailure.error(of: path, code: ELOOP)
    }
}
