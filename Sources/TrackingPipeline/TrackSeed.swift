public import TrackModel

/// Something the user points at: the tutorial's tap. It is followed from the first frame at or after its place, detector
/// or none.
public struct TrackSeed: Sendable, Hashable, Codable {
    public enum Place: Sendable, Hashable, Codable {
        case frame(Int)
        case seconds(Double)
    }

    /// Pixels of the upright picture.
    public var box: Box
    public var label: String
    public var place: Place

    public init(box: Box, label: String = "object", place: Place = .seconds(0)) {
        self.box = box
        self.label = label
        self.place = place
    }

    func isDue(frame: Int, time: Double) -> Bool {
        switch place {
        case .frame(let index): frame >= index
        case .seconds(let seconds): time >= seconds - 1e-4
        }
    }
}
