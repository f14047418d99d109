public import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that appears at its place only when it is complete.
///
/// The bytes go to a file without a name where the system has such files (Linux, most file systems), so that nothing stays
/// behind even when the program is killed; elsewhere to a hidden file of a unique name in the target's folder. `finish` gives
/// it its name; `cancel`, a failure and `deinit` remove it. A target that is there already is kept unless `overwrite` is given: this is asked when the file is
/// opened and, without a gap, again when it is moved. A symbolic link stays a link and what it points to is written.
///
/// Devices, FIFOs and "-" (standard output) are written straight through, each record at once, so that a program that
/// reads along sees every frame as it comes.
///
/// Not thread-safe: one owner writes.
public final class AtomicFile {
    /// As the user gave it.
    public let path: String

    private let target: OutputTarget
    private let overwrite: Bool
    /// Those of the file that is replaced; nil when there is none.
    private var permissions: mode_t?
    /// -1 once closed.
    private var descriptor: Int32
    /// The hidden file, as long as there is one.
    private var temporaryPath: String?
    private var failure: TrackletError?
    private var buffer: [UInt8] = []

    private static let bufferCapacity = 1 << 16

    /// Opens the file to be written.
    ///
    /// Throws `cannotCreate` when the target is there and `overwrite` is false, is a folder, or lies where nothing can be
    /// created.
    public convenience init(path: String, overwrite: Bool = false) throws(TrackletError) {
        try self.init(path: path, overwrite: overwrite, unnamed: true)
    }

    /// - Parameter unnamed: whether to use a file without a name where there are such files.
    init(path: String, overwrite: Bool, unnamed: Bool) throws(TrackletError) {
        self.path = path
        self.overwrite = overwrite
        target = try OutputTarget(path: path)
        switch target {
        case .standardOutput:
            descriptor = dup(STDOUT_FILENO)
        case .stream(let path):
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        case .file(let finalPath):
            let permissions = OutputTarget.permissions(ofFile: finalPath)
            guard overwrite || permissions == nil else { throw WriteFailure.exists(path) }
            if unnamed, let file = UnnamedFile.create(inFolder: OutputTarget.folder(of: finalPath)) {
                descriptor = file
            } else {
                let hidden = OutputTarget.hiddenPath(beside: finalPath)
                descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                temporaryPath = descriptor >= 0 ? hidden : nil
            }
            // A file that is replaced keeps who may read it; a new one has what the umask leaves.
            if descriptor >= 0, let permissions {
                self.permissions = permissions
                // Until it is whole its owner may also open it by its path.
                _ = fchmod(descriptor, permissions | S_IRUSR | S_IWUSR)
            }
        }
        guard descriptor >= 0 else { throw WriteFailure.error(of: path, code: errno, at: target.place) }
        buffer.reserveCapacity(Self.bufferCapacity + (1 << 12))
    }

    deinit {
        cancel()
    }

    /// Whether the bytes reach a reader at once, so that nothing can be taken back.
    public var isStream: Bool {
        if case .file = target { false } else { true }
    }

    /// Adds one record.
    ///
    /// Throws `cannotCreate` when the disk is full or the reader of a pipe has gone; the hidden file is removed then.
    public func write(_ bytes: some Sequence<UInt8>) throws(TrackletError) {
        if let failure { throw failure }
        precondition(descriptor >= 0, "written after it was finished or cancelled")
        buffer.append(contentsOf: bytes)
        if isStream || buffer.count >= Self.bufferCapacity {
            try flush()
        }
    }

    /// Lets a library that writes files by itself, jumping about in them, write this one.
    ///
    /// - Parameter body: is given a path that can be opened for writing and for reading until `finish`. While it runs, writing to a full disk or
    ///   past a limit fails instead of ending the program.
    ///
    /// Throws `cannotCreate` for a stream, in which nobody can jump about, and what `body` throws.
    public func writing<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
        if let failure { throw failure }
        precondition(descriptor >= 0, "written after it was finished or cancelled")
        guard !isStream else {
            throw TrackletError(
                .cannotCreate, "The output \(path) cannot be a stream: it is written out of order; name a file.")
        }
        let place = temporaryPath ?? UnnamedFile.path(of: descriptor)
        return try WriteSignals.withheld { Swift.Result { try body(place) } }.get()
    }

    /// Writes what is left and moves the file to its place.
    ///
    /// Throws `cannotCreate` when that fails, or when a target has appeared meanwhile that may not be replaced; nothing is
    /// left behind then. After a failed `write` it throws the same again.
    public func finish() throws(TrackletError) {
        if let failure { throw failure }
        precondition(descriptor >= 0, "finished twice or after it was cancelled")
        try flush()
        guard case .file(let finalPath) = target else {
            return try close()
        }
        // Some file systems tell only now that there is no room. Those that know no fsync have nothing to tell.
        if let permissions { _ = fchmod(descriptor, permissions) }
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
            throw failed(errno)
        }
        if let temporaryPath {
            try close()
            try move(temporaryPath, to: finalPath)
        } else if overwrite {
            // Only a file with a name can take another's place; it has one for no longer than this.
            let hidden = OutputTarget.hiddenPath(beside: finalPath)
            try name(hidden)
            temporaryPath = hidden
            try close()
            try move(hidden, to: finalPath)
        } else {
            try name(finalPath)
            // It is whole and in its place; there is nothing left that closing it could fail at.
            _ = closeDescriptor()
        }
    }

    /// Gives the file up and removes what was written; does nothing after `finish` or a second time.
    public func cancel() {
        buffer.removeAll()
        if descriptor >= 0 {
            _ = closeDescriptor()
        }
        if let temporaryPath {
            unlink(temporaryPath)
            self.temporaryPath = nil
        }
    }

    /// Whether writing the first path would harm the file at the second: both name one existing regular file.
    ///
    /// For a command to compare its output with its input before anything is opened.
    public static func isSameFile(_ first: String, _ second: String) -> Bool {
        OutputTarget.isSameFile(first, second)
    }

    /// Whether two paths lead to one file, there or not yet there.
    public static func isSamePlace(_ first: String, _ second: String) -> Bool {
        OutputTarget.isSamePlace(first, second)
    }

    // MARK: - System calls

    private func flush() throws(TrackletError) {
        var offset = 0
        while offset < buffer.count {
            let (written, code) = buffer.withUnsafeBytes { bytes in
                WriteSignals.withheld { writeOnce(bytes, from: offset) }
            }
            if written >= 0 {
                offset += written
            } else if code != EINTR {
                throw failed(code)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func writeOnce(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> (written: Int, code: Int32) {
        guard let start = bytes.baseAddress else { return (0, 0) }
        #if canImport(Darwin)
            let written = Darwin.write(descriptor, start + offset, bytes.count - offset)
        #elseif canImport(Musl)
            let written = Musl.write(descriptor, start + offset, bytes.count - offset)
        #else
            let written = Glibc.write(descriptor, start + offset, bytes.count - offset)
        #endif
        return (written, written < 0 ? errno : 0)
    }

    private func close() throws(TrackletError) {
        let code = closeDescriptor()
        if code != 0 && code != EINTR {
            throw failed(code)
        }
    }

    private func closeDescriptor() -> Int32 {
        defer { descriptor = -1 }
        #if canImport(Darwin)
            return Darwin.close(descriptor) == 0 ? 0 : errno
        #elseif canImport(Musl)
            return Musl.close(descriptor) == 0 ? 0 : errno
        #else
            return Glibc.close(descriptor) == 0 ? 0 : errno
        #endif
    }

    private func move(_ temporary: String, to finalPath: String) throws(TrackletError) {
        if !overwrite {
            // A hard link never replaces what is there, so nobody can slip in between the question and the move.
            if link(temporary, finalPath) == 0 {
                return cancel()
            }
            let code = errno
            guard code != EEXIST else { throw failed(code) }
            // File systems without hard links (FAT, some network ones) leave a gap between the question and the move.
            guard code == EPERM || code == ENOTSUP || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK else {
                throw failed(code)
            }
            if OutputTarget.permissions(ofFile: finalPath) != nil { throw failed(EEXIST) }
        }
        guard rename(temporary, finalPath) == 0 else { throw failed(errno) }
        temporaryPath = nil
    }

    /// Gives the unnamed file a name that nobody has.
    private func name(_ name: String) throws(TrackletError) {
        let code = UnnamedFile.name(descriptor, name)
        if code != 0 { throw failed(code) }
    }

    private func failed(_ code: Int32) -> TrackletError {
        cancel()
        let error =
            code == EEXIST ? WriteFailure.exists(path) : WriteFailure.error(of: path, code: code, at: target.place)
        failure = error
        return error
    }
}
