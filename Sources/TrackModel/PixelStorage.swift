/// Memory for one plane, freed with the object. Written only while the plane that owns it is being made.
final class PixelStorage: @unchecked Sendable {
    // Unchecked: the pointer never changes, and its bytes are written before the object is shared and never after.
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(count: Int) {
        bytes = .allocate(capacity: max(1, count))
        bytes.initialize(repeating: 0)
    }

    var start: UnsafeMutablePointer<UInt8> {
        guard let start = bytes.baseAddress else { preconditionFailure("an allocation has an address") }
        return start
    }

    deinit { bytes.deallocate() }
}
