import Foundation
public import VideoIO

/// A colour as screens have it, 0...255 each.
public struct TrackColor: Sendable, Hashable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    static let black = TrackColor(red: 0, green: 0, blue: 0)
    static let white = TrackColor(red: 255, green: 255, blue: 255)

    /// The colours of tracks, told apart also by those who do not see red or green: Okabe and Ito's (2002), without black.
    public static let palette = [
        TrackColor(red: 230, green: 159, blue: 0), TrackColor(red: 86, green: 180, blue: 233),
        TrackColor(red: 0, green: 158, blue: 115), TrackColor(red: 240, green: 228, blue: 66),
        TrackColor(red: 0, green: 114, blue: 178), TrackColor(red: 213, green: 94, blue: 0),
        TrackColor(red: 204, green: 121, blue: 167),
    ]

    /// The track's own, the same in every frame, file and run.
    public static func of(track: Int) -> TrackColor { palette[(max(1, track) - 1) % palette.count] }

    /// Black or white, whichever is read better on this colour.
    public var readable: TrackColor { luminance > 0.18 ? .black : .white }

    /// Relative luminance, 0...1, as WCAG 2 has it.
    var luminance: Double {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The colour in a picture's own numbers.
    public func components(in matrix: VideoPicture.Matrix, fullRange: Bool) -> (
        luma: UInt8, blueDifference: UInt8, redDifference: UInt8
    ) {
        let (redWeight, blueWeight) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let (red, green, blue) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = redWeight * red + (1 - redWeight - blueWeight) * green + blueWeight * blue
        let blueDifference = (blue - luma) / (2 * (1 - blueWeight))
        let redDifference = (red - luma) / (2 * (1 - redWeight))
        func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
        return fullRange
            ? (byte(255 * luma), byte(128 + 255 * blueDifference), byte(128 + 255 * redDifference))
            : (byte(16 + 219 * luma), byte(128 + 224 * blueDifference), byte(128 + 224 * redDifference))
    }
}
