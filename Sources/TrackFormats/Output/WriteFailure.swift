import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What a failed system call means for someone who wants a file written.
enum WriteFailure {
    /// One sentence for the error number `code` that writing `path` met.
    static func error(of path: String, code: Int32) -> TrackletError {
        TrackletError(.cannotCreate, "The output \(name(path)) cannot be written: \(explanation(code, path: path)).")
    }

    /// The target is there already and nobody allowed its loss.
    static func exists(_ path: String) -> TrackletError {
        TrackletError(
            .cannotCreate,
            "The output \(path) exists already and is left as it is; choose another name, or allow it to be replaced (--overwrite)."
        )
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "- (standard output)" : path
    }

    private static func explanation(_ code: Int32, path: String) -> String {
        switch code {
        case ENOENT, ENOTDIR:
            "there is no folder \(OutputTarget.folder(of: path)); create it first or choose another"
        case EACCES, EPERM:
            "you have no right to write in the folder \(OutputTarget.folder(of: path)); choose another or change its permissions"
        case EROFS: "its file system is read-only; choose another folder"
        case EISDIR: "it is a folder; name a file in it"
        case ENOSPC: "the disk is full; free some space or choose another disk"
        case EDQUOT: "your share of the disk (quota) is used up; free some space or choose another disk"
        case EFBIG:
            "it would be larger than its file system or this shell's limit (ulimit -f) allows; raise the limit or choose another disk"
        case ENAMETOOLONG: "its name is too long; choose a shorter one"
        case ELOOP: "its symbolic links lead in a circle; choose another name"
        case EPIPE: "whoever was reading it went away; keep the reader open until the end, or write to a file"
        case EBADF where path == "-": "it is closed; redirect it to a file or a program"
        case EMFILE, ENFILE: "too many files are open; close some or raise the limit (ulimit -n)"
        default: "\(String(cString: strerror(code))); choose another place"
        }
    }
}
