import CFFmpeg

/// FFmpeg's error codes in words.
enum FFmpegFailure {
    /// The cause, as the second half of a sentence: "permission denied".
    static func cause(of code: Int32) -> String {
        switch code {
        case -ENOENT: "there is no such file"
        case -ENOSPC: "the disk is full; free some space or choose another disk"
        case -EDQUOT: "your share of the disk (quota) is used up; free some space or choose another disk"
        case -EFBIG:
            "it would be larger than its file system or this shell's limit (ulimit -f) allows; raise the limit or choose another disk"
        case -EACCES, -EPERM: "permission denied"
        case -EISDIR: "it is a folder"
        case -ECONNREFUSED: "the connection was refused"
        case -ETIMEDOUT: "the connection timed out"
        case -EHOSTUNREACH, -ENETUNREACH: "the host cannot be reached"
        case -ENODEV, -ENXIO: "there is no such device"
        case -EBUSY: "the device is in use"
        case tff_error_no_memory: "there is not enough memory"
        case tff_error_invalid_data: "the data is not what FFmpeg expects"
        case tff_error_demuxer_not_found: "FFmpeg does not know this container"
        case tff_error_decoder_not_found: "this FFmpeg has no decoder for it"
        case tff_error_protocol_not_found: "this FFmpeg does not know this kind of address"
        case tff_error_patch_welcome: "FFmpeg does not support this feature of the format"
        case tff_error_http_bad_request: "the server answered 400 (bad request)"
        case tff_error_http_unauthorized: "the server answered 401 (not authorised)"
        case tff_error_http_forbidden: "the server answered 403 (forbidden)"
        case tff_error_http_not_found: "the server answered 404 (not found)"
        case tff_error_http_other_client: "the server refused the request (4xx)"
        case tff_error_http_server: "the server failed (5xx)"
        default: ownWords(for: code)
        }
    }

    private static func ownWords(for code: Int32) -> String {
        var words = [CChar](repeating: 0, count: 256)
        guard av_strerror(code, &words, words.count) == 0 else { return "FFmpeg error \(code)" }
        let bytes = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "FFmpeg says: " + String(decoding: bytes, as: UTF8.self)
    }
}
