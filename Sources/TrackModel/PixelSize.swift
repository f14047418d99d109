/// The width and height of a picture in whole pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The whole picture as a box.
    public var bounds: Box {
        Box(left: 0, top: 0, width: Double(width), height: Double(height))
    }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)x\(height)" }
}
