#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file without a name (Linux, `O_TMPFILE`): whatever ends the program, also a kill or a loss of power, nothing is left.
enum UnnamedFile {
    /// A descriptor of a new file to be written, on the file system of the folder; nil where there are no such files.
    static func create(inFolder folder: String) -> Int32? {
        #if os(Linux)
            // O_TMPFILE, a macro that Swift cannot see; the value holds for the architectures Swift runs on.
            let unnamed = 0o20_000_000 | O_DIRECTORY
            let descriptor = open(folder, unnamed | O_WRONLY | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return nil }
            // Without /proc it could never be given a name.
            guard access(path(of: descriptor), F_OK) == 0 else {
                close(descriptor)
                return nil
            }
            return descriptor
        #else
            return nil
        #endif
    }

    /// Gives the file its name, which must be free. The error number, or 0.
    static func name(_ descriptor: Int32, _ path: String) -> Int32 {
        linkat(AT_FDCWD, self.path(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// A name under which this process can open the file, also to read it.
    static func path(of descriptor: Int32) -> String {
        "/proc/self/fd/\(descriptor)"
    }
}
