/// An immutable colour picture, 8 bits each of blue, green and red, interleaved; shared by reference.
public final class ColorPlane: Sendable {
    public let size: PixelSize
    /// The distance between the starts of two rows: three times the width.
    public var bytesPerRow: Int { size.width * 3 }

    private let storage: PixelStorage

    /// A plane filled by `fill`, which is given width * height * 3 bytes.
    public init(size: PixelSize, filling fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) rethrows {
        precondition(size.width > 0 && size.height > 0)
        self.size = size
        storage = PixelStorage(count: size.width * size.height * 3)
        try fill(storage.bytes)
    }

    /// Runs `body` with the pixels; row y starts at y * `bytesPerRow`. The buffer must not leave the closure.
    public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(UnsafeBufferPointer(storage.bytes)) }
    }
}
