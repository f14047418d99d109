internal import COpenCV
internal import Foundation
internal import TrackModel

/// One loaded cascade. Unless it is shareable it has working memory and serves one thread at a time: see `CascadePool`.
final class CascadeClassifier: @unchecked Sendable {
    // Unchecked: the handle never changes, and `CascadePool` lends an instance that is not shareable to one thread at a time.
    private let handle: OpaquePointer
    /// Whether any number of threads may run it at once.
    let isShareable: Bool
    /// The size of the objects the cascade was trained on, in pixels: the smallest it can find.
    let window: PixelSize

    /// Throws `TrackletError` (`noInput` when the file cannot be read, `badData` when it holds no cascade).
    init(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TrackletError(
                .noInput, "The cascade '\(path)' is not there: no such file; give the path of a cascade XML file.")
        }
        var error = tcv_error()
        var made: OpaquePointer?
        let status = tcv_cascade_create(path, &made, &error)
        guard status == TCV_OK, let made else {
            throw TrackletError(
                status == TCV_BAD_FILE ? .badData : .failure,
                "Cannot load the cascade '\(path)': \(error.text); give a cascade XML file such as those of the opencv-data package."
            )
        }
        handle = made
        isShareable = tcv_cascade_is_shareable(made) != 0
        var width: Int32 = 0
        var height: Int32 = 0
        tcv_cascade_window_size(made, &width, &height)
        window = PixelSize(width: Int(width), height: Int(height))
    }

    deinit { tcv_cascade_destroy(handle) }

    /// Runs `body` with the handle, which must not leave the closure.
    func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
        try body(handle)
    }
}

extension tcv_error {
    /// The message up to its terminating zero.
    var text: String {
        withUnsafeBytes(of: message) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
