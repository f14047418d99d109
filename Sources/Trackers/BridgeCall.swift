import COpenCV
import TrackModel

/// Runs one call of the C bridge and turns a status that is not OK into an error that names what was being done.
func bridgeCall(_ action: @autoclosure () -> String, _ call: (UnsafeMutablePointer<tcv_error>) -> tcv_status) throws {
    var error = tcv_error()
    let status = call(&error)
    guard status != TCV_OK else { return }
    let message = withUnsafeBytes(of: &error.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    throw TrackletError(.failure, "\(action()) failed: \(message).")
}

extension Box {
    var bridged: tcv_box { tcv_box(left: left, top: top, width: width, height: height) }

    init(_ box: tcv_box) {
        self.init(left: box.left, top: box.top, width: box.width, height: box.height)
    }
}

extension LumaPlane {
    /// Lends the pixels to the bridge for the length of one call.
    func withBridgedImage<Result>(_ body: (tcv_image) throws -> Result) throws -> Result {
        try withPixels { pixels in
            guard let base = pixels.baseAddress else {
                throw TrackletError(.failure, "The picture has no pixels.")
            }
            return try body(
                tcv_image(
                    pixels: base, width: Int32(size.width), height: Int32(size.height),
                    bytes_per_row: Int64(bytesPerRow), channels: 1))
        }
    }
}

extension ColorPlane {
    /// Lends the pixels to the bridge for the length of one call.
    func withBridgedImage<Result>(_ body: (tcv_image) throws -> Result) throws -> Result {
        try withPixels { pixels in
            guard let base = pixels.baseAddress else {
                throw TrackletError(.failure, "The picture has no pixels.")
            }
            return try body(
                tcv_image(
                    pixels: base, width: Int32(size.width), height: Int32(size.height),
                    bytes_per_row: Int64(bytesPerRow), channels: 3))
        }
    }
}
