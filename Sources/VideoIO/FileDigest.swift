import CFFmpeg
public import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// SHA-256 (FIPS 180-4) of what is in files, as 64 hexadecimal digits: what `sha256sum` prints.
public enum FileDigest {
    /// The digest of a file's bytes. Throws `TrackletError` (`noInput`) when it cannot be read to its end.
    public static func sha256(ofFile path: String) throws(TrackletError) -> String {
        guard let file = fopen(path, "rb") else { throw unreadable(path, errno) }
        defer { fclose(file) }
        return try sha256 { update throws(TrackletError) in
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = fread(&buffer, 1, buffer.count, file)
                guard count > 0 else { break }
                update(buffer[..<count])
            }
            if ferror(file) != 0 { throw unreadable(path, errno) }
        }
    }

    /// The digest of a text's UTF-8.
    public static func sha256(of text: String) throws(TrackletError) -> String {
        try sha256 { update throws(TrackletError) in update(Array(text.utf8)[...]) }
    }

    private static func sha256(
        _ body: ((ArraySlice<UInt8>) -> Void) throws(TrackletError) -> Void
    ) throws(TrackletError) -> String {
        guard let context = av_sha_alloc() else {
            throw TrackletError(.failure, "A digest cannot be made: there is not enough memory.")
        }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        av_sha_init(context, 256)
        try body { bytes in
            bytes.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, numericCast($0.count)) }
        }
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(context, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func unreadable(_ path: String, _ code: Int32) -> TrackletError {
        TrackletError(
            .noInput, "\(path) cannot be read: \(String(cString: strerror(code))); check your right to read it.")
    }
}
