/// What went wrong with the input or the environment, in words for the user.
public struct TrackletError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// An option or argument makes no sense.
        case usage
        /// The data is not what it should be.
        case badData
        /// The input is not there or cannot be opened.
        case noInput
        /// The output cannot be created or written.
        case cannotCreate
        /// Something needed (a model, a library, a right) is missing, or anything else that fails.
        case failure
    }

    public let kind: Kind
    /// One sentence: the thing and the value, then the cause, then what to do.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension TrackletError: CustomStringConvertible {
    public var description: String { message }
}
