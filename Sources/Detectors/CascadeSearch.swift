internal import COpenCV
internal import TrackModel

/// A place where a cascade's window passed all stages, in pixels of the picture it was run over.
struct CandidateWindow: Sendable, Hashable {
    var box: Box
    /// The last stage's sum; higher is surer, the scale is the cascade's own.
    var weight: Double
}

/// A picture being searched with cascades, and what has been made of it for all of them. Its memory serves one picture after
/// the other and one thread at a time: see `CascadeSearchPool`.
final class CascadeSearch: @unchecked Sendable {
    // Unchecked: the handle never changes, and `CascadeSearchPool` lends an instance to one thread at a time.
    private let handle: OpaquePointer
    private var size = PixelSize(width: 0, height: 0)

    /// Throws `TrackletError` (`failure`) when there is no memory.
    init() throws {
        var error = tcv_error()
        var made: OpaquePointer?
        guard tcv_search_create(&made, &error) == TCV_OK, let made else {
            throw TrackletError(.failure, "Cannot make room for a search: \(error.text).")
        }
        handle = made
    }

    deinit { tcv_search_destroy(handle) }

    /// Chooses what is searched from now on; the picture is copied.
    ///
    /// - Parameter scaleFactor: the ratio of one window size to the next, above 1.
    func setPicture(_ picture: PictureView, scaleFactor: Double) throws {
        size = picture.size
        try picture.withImage { image in
            var error = tcv_error()
            guard tcv_search_set_picture(handle, image, scaleFactor, &error) == TCV_OK else {
                throw TrackletError(.failure, "Cannot search a picture of \(size) pixels: \(error.text).")
            }
        }
    }

    /// Every window of the picture that passes, at window sizes from the cascade's own upward, in a fixed order.
    ///
    /// - Parameters:
    ///   - minimumHeight: of a window, in pixels; 0 for no bound.
    ///   - maximumHeight: of a window, in pixels; nil for no bound.
    ///   - mirrored: looks for the mirror image of what the cascade was trained on.
    ///   - minimumNeighbors: above 0, the windows are grouped by OpenCV and groups of no more windows dropped.
    ///   - areas: where centres of windows may lie, in pixels; nil for everywhere.
    func windows(
        of classifier: CascadeClassifier, minimumHeight: Double = 0, maximumHeight: Double? = nil,
        mirrored: Bool = false,
        minimumNeighbors: Int = 0, areas: [Box]? = nil
    ) throws -> [CandidateWindow] {
        var parameters = tcv_search_parameters()
        parameters.min_neighbors = Int32(minimumNeighbors)
        parameters.mirrored = mirrored ? 1 : 0
        parameters.min_height = Self.pixels(minimumHeight, atLeast: 0)
        if let maximumHeight { parameters.max_height = Self.pixels(maximumHeight, atLeast: 1) }
        let boxes = areas?.map { tcv_box(left: $0.left, top: $0.top, width: $0.width, height: $0.height) }
        guard let boxes else { return try run(classifier, &parameters) }
        guard !boxes.isEmpty else { return [] }
        return try boxes.withUnsafeBufferPointer { buffer in
            parameters.areas = buffer.baseAddress
            parameters.area_count = Int64(buffer.count)
            return try run(classifier, &parameters)
        }
    }

    private func run(
        _ classifier: CascadeClassifier, _ parameters: inout tcv_search_parameters
    ) throws -> [CandidateWindow] {
        var error = tcv_error()
        var windows: UnsafePointer<tcv_window>?
        var count: Int64 = 0
        let status = classifier.withHandle { tcv_search_run(handle, $0, &parameters, &windows, &count, &error) }
        guard status == TCV_OK else {
            throw TrackletError(.failure, "The cascade failed on a picture of \(size) pixels: \(error.text).")
        }
        return UnsafeBufferPointer(start: windows, count: Int(count)).map { window in
            CandidateWindow(
                box: Box(
                    left: Double(window.left), top: Double(window.top), width: Double(window.width),
                    height: Double(window.height)),
                weight: window.level_weight)
        }
    }

    private static func pixels(_ height: Double, atLeast smallest: Double) -> Int32 {
        Int32(min(max(height.rounded(), smallest), Double(Int32.max / 1024)))
    }
}
