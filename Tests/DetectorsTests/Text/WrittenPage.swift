import COpenCV
import TrackModel

/// A gray picture with lines of text whose ink is exactly known.
struct WrittenPage {
    let size: PixelSize
    private var pixels: [UInt8]
    /// The smallest box around each line's ink, in the order in which they were written.
    private(set) var lines: [Box] = []

    init(_ width: Int, _ height: Int, background: UInt8 = 200) {
        size = PixelSize(width: width, height: height)
        pixels = Array(repeating: background, count: width * height)
    }

    /// Writes a line whose capitals are `height` pixels high, with the given brightness.
    mutating func write(_ text: String, left: Double, baseline: Double, height: Double, brightness: UInt8 = 20) {
        let cover = Self.cover(of: text, left: left, baseline: baseline, height: height, in: size)
        var ink: Box?
        for (index, share) in cover.enumerated() where share > 0 {
            pixels[index] = UInt8(
                (Double(pixels[index]) + (Double(brightness) - Double(pixels[index])) * Double(share) / 255).rounded())
            guard share > 127 else { continue }
            let pixel = Box(
                left: Double(index % size.width), top: Double(index / size.width), width: 1, height: 1)
            ink = ink.map { $0.joined(with: pixel) } ?? pixel
        }
        if let ink { lines.append(ink) }
    }

    /// Turns all of it clockwise about its centre; the lines' boxes are lost.
    mutating func turn(by degrees: Double) {
        var turned = pixels
        let status = pixels.withUnsafeBufferPointer { source in
            turned.withUnsafeMutableBufferPointer { target in
                tcv_turn(
                    tcv_image(
                        pixels: source.baseAddress!, width: Int32(size.width), height: Int32(size.height),
                        bytes_per_row: Int64(size.width), channels: 1),
                    degrees, target.baseAddress!, Int64(size.width), nil)
            }
        }
        precondition(status == TCV_OK)
        pixels = turned
        lines = []
    }

    var frame: Frame {
        Frame(index: 0, time: 0, luma: LumaPlane(size: size) { _ = $0.update(from: pixels) })
    }

    /// How much of each pixel the letters cover, 0...255.
    private static func cover(
        of text: String, left: Double, baseline: Double, height: Double, in size: PixelSize
    ) -> [UInt8] {
        let (width, rows) = ((size.width + 1) / 2 * 2, (size.height + 1) / 2 * 2)
        var luma = [UInt8](repeating: 0, count: width * rows)
        var blue = [UInt8](repeating: 128, count: width * rows / 4)
        var red = blue
        let status = luma.withUnsafeMutableBufferPointer { luma in
            blue.withUnsafeMutableBufferPointer { blue in
                red.withUnsafeMutableBufferPointer { red in
                    tcv_draw_text(
                        tcv_canvas(
                            luma: luma.baseAddress!, blue_difference: blue.baseAddress!,
                            red_difference: red.baseAddress!, width: Int32(width), height: Int32(rows),
                            luma_bytes_per_row: Int64(width), chroma_bytes_per_row: Int64(width / 2)),
                        text, tcv_point(x: Float(left), y: Float(baseline)), height,
                        tcv_ink(luma: 255, blue_difference: 128, red_difference: 128, opacity: 1), nil)
                }
            }
        }
        precondition(status == TCV_OK)
        return (0..<size.height).flatMap { row in luma[(row * width)..<(row * width + size.width)] }
    }
}

extension Box {
    fileprivate func joined(with other: Box) -> Box {
        let (left, top) = (min(left, other.left), min(top, other.top))
        return Box(left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }
}
