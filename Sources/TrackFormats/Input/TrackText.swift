import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes of a track file and the name it has in messages.
struct TrackText {
    let name: String
    /// Without a byte order mark.
    let bytes: ArraySlice<UInt8>

    init(name: String, _ text: String) {
        self.name = name
        bytes = Array(text.utf8)[...]
    }

    /// The whole file; "-" is standard input. Throws `noInput`.
    init(contentsOf path: String) throws(TrackletError) {
        name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(name, code: errno) }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count > 0 {
                all.append(contentsOf: piece[..<count])
            } else if count == 0 {
                break
            } else if errno != EINTR {
                throw Self.unreadable(name, code: errno)
            }
        }
        bytes = all.starts(with: [0xEF, 0xBB, 0xBF]) ? all.dropFirst(3) : all[...]
    }

    /// What is wrong with the file, or with a line (from 1) of it, as one sentence.
    func fault(line: Int?, _ reason: String) -> TrackletError {
        guard let line else {
            return TrackletError(.badData, "\(name): \(reason); mend the file or write it again.")
        }
        return TrackletError(.badData, "\(name), line \(line): \(reason); mend the line or write the file again.")
    }

    /// What `fault` said, taken apart again.
    func finding(of error: TrackletError) -> Finding {
        var message = error.message[...]
        for tail in ["; mend the file or write it again.", "; mend the line or write the file again."]
        where message.hasSuffix(tail) {
            message = message.dropLast(tail.count)
        }
        guard message.hasPrefix(name) else { return Finding(line: nil, String(message)) }
        message = message.dropFirst(name.count)
        if message.hasPrefix(", line "), let colon = message.firstIndex(of: ":"),
            let line = Int(message[..<colon].dropFirst(", line ".count))
        {
            return Finding(line: line, String(message[colon...].dropFirst(2)))
        }
        return Finding(line: nil, String(message.dropFirst(2)))
    }

    /// The lines without their ends, with their numbers from 1; lines of white space only are left out.
    func forEachLine<Failure: Error>(_ body: (Int, ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var number = 0
        var rest = bytes
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = end < rest.endIndex ? rest[(end + 1)...] : []
            while let last = line.last, Self.isBlank(last) {
                line.removeLast()
            }
            if !line.allSatisfy(Self.isBlank) {
                try body(number, line)
            }
        }
    }

    /// The first line, from 1, with bytes that are no UTF-8; nil when all are.
    var firstLineThatIsNotUTF8: Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return line
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func unreadable(_ name: String, code: Int32) -> TrackletError {
        let cause =
            switch code {
            case ENOENT, ENOTDIR: "there is no such file; check the name"
            case EACCES, EPERM: "you have no right to read it; change its permissions"
            case EISDIR: "it is a folder; name a file in it"
            default: "\(String(cString: strerror(code))); check the file"
            }
        return TrackletError(.noInput, "The track file \(name) cannot be read: \(cause).")
    }
}
