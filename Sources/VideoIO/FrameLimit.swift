/// A place in a video where reading starts or ends.
public enum FrameLimit: Sendable, Hashable, Codable {
    /// The 0-based index of a frame in the source.
    case frame(Int)
    /// A presentation time in seconds, as the source's frames carry it.
    case seconds(Double)
}

extension FrameLimit {
    /// Whether a frame lies at this limit or after it.
    func isReached(byFrame index: Int, time: Double) -> Bool {
        switch self {
        case .frame(let limit): index >= limit
        case .seconds(let limit): time >= limit
        }
    }
}
