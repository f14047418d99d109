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
    ///
    /// - Parameter place: where the links of `path` lead; nil where it has none, or they are not known.
    static func error(of path: String, code: Int32, at place: String? = nil) -> TrackletError {
        let cause = explanation(code, path: path, place: place ?? path)
        return TrackletError(.cannotCreate, "The output \(name(path)) cannot be written: \(cause).")
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

    private static func explanation(_ code: Int32, path: String, place: String) -> String {
        switch code {
        case ENOENT, ENOTDIR: missingFolder(path, place)
        case EACCES, EPERM: missingRight(place)
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

    private static func missingFolder(_ path: String, _ place: String) -> String {
        let folder = OutputTarget.folder(of: place)
        if place != path {
            return
                "it is a symbolic link to \(place), and there is no folder \(folder); create it, or choose another name"
        }
        var facts = stat()
        if lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK, stat(folder, &facts) != 0 {
            return "\(folder) is a symbolic link that leads nowhere; mend it or choose another folder"
        }
        return "there is no folder \(folder); create it first or choose another"
    }

    private static func missingRight(_ place: String) -> String {
        var facts = stat()
        if stat(place, &facts) == 0, ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) {
            return "you have no right to write to it; change its permissions or choose another"
        }
        let folder = OutputTarget.folder(of: place)
        // The outermost folder that lets nobody through is the one to mend.
        var above = [folder]
        while let last = above.last, last != "/", last != "." { above.append(OutputTarget.folder(of: last)) }
        if let closed = above.last(where: { access($0, F_OK) == 0 && access($0, X_OK) != 0 }) {
            return "you have no right to enter the folder \(closed); choose another or change its permissions"
        }
        return "you have no right to write in the folder \(folder); choose another or change its permissions"
    }
}
