/// An immutable 8-bit brightness picture, shared by reference.
///
/// The pixels belong to `owner` (a decoder's frame, or memory of the plane's own) and live as long as the plane.
public final class LumaPlane: Sendable {
    public let size: PixelSize
    /// The distance between the starts of two rows, at least the width.
    public let bytesPerRow: Int

    // Written before `init` returns and never after, freed only with `owner`, which this object keeps: safe to read from
    // any thread.
    private nonisolated(unsafe) let base: UnsafePointer<UInt8>
    private nonisolated(unsafe) let owner: AnyObject

    /// A plane over memory that `owner` keeps alive and nobody writes to any more.
    public init(base: UnsafePointer<UInt8>, size: PixelSize, bytesPerRow: Int, owner: AnyObject) {
        precondition(size.width > 0 && size.height > 0 && bytesPerRow >= size.width)
        self.base = base
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.owner = owner
    }

    /// A plane with memory of its own, rows without padding, filled by `fill`.
    public convenience init(
        size: PixelSize, filling fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        let storage = PixelStorage(count: size.width * size.height)
        try fill(storage.bytes)
        self.init(
            base: UnsafePointer(storage.start), size: size, bytesPerRow: size.width, owner: storage)
    }

    /// Runs `body` with the pixels; row y starts at y * `bytesPerRow`. The buffer must not leave the closure.
    public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        let count = bytesPerRow * (size.height - 1) + size.width
        return try withExtendedLifetime(owner) {
            try body(UnsafeBufferPointer(start: base, count: count))
        }
    }
}
