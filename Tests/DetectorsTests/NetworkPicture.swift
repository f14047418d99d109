import Foundation
import TrackModel

/// Pictures for the networks of `Fixtures/networks`, and those networks.
enum NetworkPicture {
    static func fixture(_ name: String) throws -> String {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/networks")
        guard let path = folder?.appendingPathComponent(name + ".onnx").path else { throw CocoaError(.fileNoSuchFile) }
        return path
    }

    /// A black picture with boxes of colours: blue, green, red. Without colour it has their luma alone.
    static func frame(
        _ size: PixelSize, _ patches: [(box: Box, color: [UInt8])], isColored: Bool = true
    ) -> Frame {
        func value(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
            let point = Point(x: Double(x), y: Double(y))
            return patches.last { $0.box.contains(point) }?.color[channel] ?? 0
        }
        let luma = LumaPlane(size: size) { pixels in
            for index in 0..<size.width * size.height {
                let (x, y) = (index % size.width, index / size.width)
                pixels[index] = (0..<3).map { value(x, y, $0) }.max() ?? 0
            }
        }
        guard isColored else { return Frame(index: 0, time: 0, luma: luma) }
        let color = ColorPlane(size: size) { pixels in
            for index in 0..<size.width * size.height * 3 {
                let pixel = index / 3
                pixels[index] = value(pixel % size.width, pixel / size.width, index % 3)
            }
        }
        return Frame(index: 0, time: 0, luma: luma, color: ColorSource(color))
    }

    static let blue: [UInt8] = [255, 0, 0]
    static let red: [UInt8] = [0, 0, 255]
}
