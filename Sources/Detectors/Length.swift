/// A height in the picture.
public enum Length: Sendable, Hashable, Codable {
    case pixels(Double)
    /// 0...100; of the whole picture's height, also when only a region is searched.
    case percentOfHeight(Double)

    /// In pixels of a picture of this height.
    public func pixels(inHeight height: Int) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .percentOfHeight(let percent): percent / 100 * Double(height)
        }
    }
}

extension Length: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pixels(let pixels): "\(pixels) px"
        case .percentOfHeight(let percent): "\(percent) %"
        }
    }
}
