internal import COpenCV
internal import Foundation
internal import TrackModel

/// A place where a cascade's window passed all stages, in pixels of the picture it was run over.
struct CandidateWindow: Sendable, Hashable {
    var box: Box
    /// The last stage's sum; higher is surer, the scale is the cascade's own.
    var weight: Double
}

/// One loaded cascade. Owns OpenCV's classifier with its working memory, so it serves one thread at a time: see `CascadePool`.
final class CascadeClassifier: @unchecked Sendable {
    // Unchecked: the handle never changes, and `CascadePool` lends an instance to one thread at a time.
    private let handle: OpaquePointer
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
        var width: Int32 = 0
        var height: Int32 = 0
        tcv_cascade_window_size(made, &width, &height)
        window = PixelSize(width: Int(width), height: Int(height))
    }

    deinit { tcv_cascade_destroy(handle) }

    /// Every window of the picture that passes, at window sizes from the cascade's own upward, in a fixed order.
    ///
    /// - Parameters:
    ///   - scaleFactor: the ratio of one window size to the next, above 1.
    ///   - maximumHeight: of a window, in pixels; nil for no bound.
    ///   - mirrored: looks at the picture mirrored left to right; boxes come back in the picture as it is.
    ///   - minimumNeighbors: above 0, the windows are grouped by OpenCV and groups of no more windows dropped.
    func candidates(
        in picture: PictureView, scaleFactor: Double, maximumHeight: Double?, mirrored: Bool, minimumNeighbors: Int = 0
    ) throws -> [CandidateWindow] {
        var parameters = tcv_cascade_parameters()
        parameters.scale_factor = scaleFactor
        parameters.min_neighbors = Int32(minimumNeighbors)
        parameters.mirrored = mirrored ? 1 : 0
        if let maximumHeight {
            let height = min(max(maximumHeight.rounded(), 1), Double(Int32.max / 1024))
            parameters.max_height = Int32(height)
            parameters.max_width = Int32((height * Double(window.width) / Double(window.height)).rounded(.up))
        }
        return try picture.withImage { image in
            var error = tcv_error()
            var windows: UnsafePointer<tcv_window>?
            var count: Int64 = 0
            guard tcv_cascade_detect(handle, image, &parameters, &windows, &count, &error) == TCV_OK else {
                throw TrackletError(
                    .failure, "The cascade failed on a picture of \(picture.size) pixels: \(error.text).")
            }
            return UnsafeBufferPointer(start: windows, count: Int(count)).map { window in
                CandidateWindow(
                    box: Box(
                        left: Double(window.left), top: Double(window.top), width: Double(window.width),
                        height: Double(window.height)),
                    weight: window.level_weight)
            }
        }
    }
}

extension tcv_error {
    /// The message up to its terminating zero.
    var text: String {
        withUnsafeBytes(of: message) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
