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
/// The bytes go to a hidden file of a unique name in the target's folder; `finish` renames it, `cancel`, a failure and
/// `deinit` remove it. A target that is there already is kept unless `overwrite` is given: this is asked when the file is
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
    /// -1 once closed.
    private var descriptor: Int32
    /// The hidden file, as long as there is one.
    private var temporaryPath: String?
    private var buffer: [UInt8] = []

    private static let bufferCapacity = 1 << 16

    /// Opens the file to be written.
    ///
    /// Throws `cannotCreate` when the target is there and `overwrite` is false, is a folder, or lies where nothing can be
    /// created.
    public init(path: String, overwrite: Bool = false) throws(TrackletError) {
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
            let hidden = OutputTarget.hiddenPath(beside: finalPath)
            descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                temporaryPath = hidden
                // A file that is replaced keeps who may read it; a new one has what the umask leaves.
                if let permissions { _ = fchmod(descriptor, permissions) }
            }
        }
        guard descriptor >= 0 else { throw WriteFailure.error(of: path, code: errno) }
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
        precondition(descriptor >= 0, "written after it was finished or cancelled")
        buffer.append(contentsOf: bytes)
        if isStream || buffer.count >= Self.bufferCapacity {
            try flush()
        }
    }

    /// Writes what is left and moves the file to its place.
    ///
    /// Throws `cannotCreate` when that fails, or when a target has appeared meanwhile that may not be replaced; nothing is
    /// left behind then.
    public func finish() throws(TrackletError) {
        precondition(descriptor >= 0, "finished twice or after it was cancelled")
        try flush()
        guard case .file(let finalPath) = target, let temporaryPath else {
            return try close()
        }
        // Some file systems tell only now that there is no room. Those that know no fsync have nothing to tell.
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
            throw failed(errno)
        }
        try close()
        try move(temporaryPath, to: finalPath)
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
            if code == EEXIST {
                cancel()
                throw WriteFailure.exists(path)
            }
            // File systems without hard links (FAT, some network ones) leave a gap between the question and the move.
            guard code == EPERM || code == ENOTSUP || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK else {
                throw failed(code)
            }
            if OutputTarget.permissions(ofFile: finalPath) != nil {
                cancel()
                throw WriteFailure.exists(path)
            }
        }
        guard rename(temporary, finalPath) == 0 else { throw failed(errno) }
        temporaryPath = nil
    }

    private func failed(_ code: Int32) -> TrackletError {
        cancel()
        return WriteFailure.error(of: path, code: code)
    }
}
