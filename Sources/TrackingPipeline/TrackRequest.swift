public import TrackModel

/// Asks a `SequenceHandler` to follow one object, as Vision's `VNTrackObjectRequest`.
public struct TrackRequest: Sendable, Hashable {
    /// Names the request in the handler and in its observations; unique among the requests of one handler.
    public let id: Int
    public var label: String
    /// Where the object is in the first frame the request is performed on, in pixels of the upright picture.
    public var box: Box

    public init(id: Int, label: String = "object", box: Box) {
        self.id = id
        self.label = label
        self.box = box
    }
}
