import Synchronization

/// What has been made from one frame, made once and shared by everyone who needs it: an optical flow pyramid, a reduced
/// picture. Lives and dies with its frame.
public final class DerivedImages: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    public init() {}

    /// The value of this type, made by `make` if nobody has yet. Whoever comes second waits for the first, so each value is
    /// made exactly once whatever the number of threads; `make` must not ask for another derived value.
    public func value<Value: Sendable>(_ type: Value.Type, make: () throws -> Value) rethrows -> Value {
        try values.withLock { values in
            if let known = values[ObjectIdentifier(type)] as? Value { return known }
            let made = try make()
            values[ObjectIdentifier(type)] = made
            return made
        }
    }
}
