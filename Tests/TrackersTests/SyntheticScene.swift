import TestWorld
import TrackModel

/// A textured object on a differently textured background, with exact truth: what trackers are held against.
struct SyntheticScene: Sendable {
    var size = PixelSize(width: 320, height: 240)
    var frameCount = 30
    /// Where the object is in a frame; it is drawn unless `isShown` says no.
    var object: @Sendable (Int) -> Box = { _ in Box(left: 120, top: 80, width: 54, height: 72) }
    var isShown: @Sendable (Int) -> Bool = { _ in true }
    /// The background's shift in whole pixels, -64...64.
    var shift: @Sendable (Int) -> (x: Int, y: Int) = { _ in (0, 0) }
    /// Another textured thing, drawn over the object.
    var occluder: @Sendable (Int) -> Box? = { _ in nil }
    /// Brightness multiplied.
    var gain: @Sendable (Int) -> Double = { _ in 1 }
    /// The picture shrunk by this and grown again.
    var blur: @Sendable (Int) -> Double = { _ in 1 }

    func frames() -> [Frame] { (0..<frameCount).map { frame($0) } }

    func frame(_ index: Int) -> Frame {
        let sharp = LumaPlane(size: size) { pixels in
            let shift = shift(index)
            for y in 0..<size.height {
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * size.width..<(y + 1) * size.width])
                Texture.background.copyRow(y + 64 + shift.y, from: 64 + shift.x, into: row)
            }
            if isShown(index) { Texture.object.draw(in: object(index), of: size, into: pixels) }
            if let cover = occluder(index) { Texture.occluder.draw(in: cover, of: size, into: pixels) }
            let gain = gain(index)
            guard gain != 1 else { return }
            for i in pixels.indices { pixels[i] = UInt8(min(255, max(0, Double(pixels[i]) * gain))) }
        }
        let blur = blur(index)
        return Frame(index: index, time: Double(index) / 25, luma: blur == 1 ? sharp : sharp.blurred(by: blur))
    }
}

/// What a tracker said of each frame after the first.
func follow(_ frames: [Frame], from box: Box, by tracker: any ObjectTracker) throws -> [TrackerEstimate?] {
    guard let first = frames.first, try tracker.start(on: first, box: box) else { return [] }
    return try frames.dropFirst().map { try tracker.update(on: $0) }
}
