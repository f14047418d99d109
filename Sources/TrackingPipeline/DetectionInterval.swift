/// How often the detectors run.
public enum DetectionInterval: Sendable, Hashable, Codable {
    /// On every Nth frame, N from 1.
    case frames(Int)
    /// On the first frame at least this many seconds after the last round.
    case seconds(Double)
}

extension DetectionInterval: LosslessStringConvertible {
    /// From "10" (frames, 1 to 1000000) or "0.4s" (seconds, 0.001 to 86400); nil for any other text.
    public init?(_ text: String) {
        if text.hasSuffix("s") {
            let digits = text.dropLast()
            guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }),
                let seconds = Double(digits), (0.001...86400).contains(seconds)
            else { return nil }
            self = .seconds(seconds)
        } else {
            guard let count = Int(text), (1...1_000_000).contains(count) else { return nil }
            self = .frames(count)
        }
    }

    public var description: String {
        switch self {
        case .frames(let count): "\(count)"
        case .seconds(let seconds): "\(seconds)s"
        }
    }
}
