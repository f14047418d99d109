import CFFmpeg
import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// FFmpeg's camera input, loaded when the first camera is opened: its library brings dozens of others along, which every
/// start of a program would pay for if it were linked.
enum CaptureDevices {
    /// FFmpeg's name for the system's camera input.
    static var systemInput: String {
        #if canImport(Darwin)
            "avfoundation"
        #else
            "video4linux2"
        #endif
    }

    /// The input device of that name, or a `TrackletError` that says what to install.
    static func inputFormat(named name: String, for source: String) throws -> UnsafePointer<AVInputFormat> {
        guard isLoaded else {
            throw TrackletError(
                .failure,
                "\(source) is a camera, which needs FFmpeg's device library \(libraryName); install it "
                    + "(Debian: libavdevice\(tff_avformat_major), macOS: brew install ffmpeg).")
        }
        guard let format = av_find_input_format(name) else {
            throw TrackletError(
                .failure, "\(source) cannot be opened: this FFmpeg is built without camera input (\(name)).")
        }
        return format
    }

    // libavdevice has had libavformat's major version since FFmpeg 4.
    private static var libraryName: String {
        #if canImport(Darwin)
            "libavdevice.\(tff_avformat_major).dylib"
        #else
            "libavdevice.so.\(tff_avformat_major)"
        #endif
    }

    /// Loaded once and for good: FFmpeg keeps pointers into it.
    private static let isLoaded: Bool = {
        #if canImport(Darwin)
            let places = ["", "/opt/homebrew/lib/", "/usr/local/lib/"]
        #else
            let places = [""]
        #endif
        for place in places {
            guard let library = dlopen(place + libraryName, RTLD_NOW | RTLD_LOCAL),
                let symbol = dlsym(library, "avdevice_register_all")
            else { continue }
            unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
            return true
        }
        return false
    }()
}
