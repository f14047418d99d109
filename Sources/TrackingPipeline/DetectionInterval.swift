/// How often the detectors run.
public enum DetectionInterval: Sendable, Hashable, Codable {
    /// On every Nth frame, N from 1.
    case frames(Int)
    /// On the first frame at least this many seconds after the last round.
    case seconds(Double)
}

extension DetectionInterval: CustomStringConvertible {
    public var description: String {
        switch self {
        case .frames(let count): "\(count)"
        case .seconds(let seconds): "\(seconds)s"
        }
    }
}
