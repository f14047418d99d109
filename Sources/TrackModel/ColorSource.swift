internal import Synchronization

/// A frame's colour, made when it is first asked for and shared from then on: most frames' colour is never looked at.
public final class ColorSource: Sendable {
    private let known: Mutex<ColorPlane?>
    private let make: @Sendable () throws -> ColorPlane

    /// - Parameter make: called at most once, unless it throws, on whatever thread asks first.
    public init(_ make: @escaping @Sendable () throws -> ColorPlane) {
        known = Mutex(nil)
        self.make = make
    }

    /// Colour that has been made.
    public init(_ plane: ColorPlane) {
        known = Mutex(plane)
        make = { plane }
    }

    /// The picture in colour. Throws what making it throws.
    public func plane() throws -> ColorPlane {
        try known.withLock { known in
            if let known { return known }
            let made = try make()
            known = made
            return made
        }
    }
}
