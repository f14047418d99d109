import TestWorld
import TrackModel

/// A face in a world of pixels: a texture of its own, and where it is in every frame.
struct PixelFace: Sendable {
    /// Names it; of two faces that overlap the one with the higher number is in front.
    let number: Int
    /// The frames in which it is in the scene.
    let frames: Range<Int>
    /// In pixels of the world: those of the picture while the camera rests.
    let path: @Sendable (_ frame: Int) -> Box
    let texture: Texture

    static let size = (width: 26.0, height: 34.0)

    /// - Parameter center: where its centre is in each frame.
    init(_ number: Int, frames: Range<Int>, center: @escaping @Sendable (_ frame: Int) -> Point) {
        self.number = number
        self.frames = frames
        path = { Box(center: center($0), width: Self.size.width, height: Self.size.height) }
        texture = Texture(side: 64, cell: 14, seed: UInt64(100 + number))
    }

    /// A face whose centre is at `start` in its first frame and moves by `step` with each frame after.
    static func moving(
        _ number: Int, from start: Point, by step: Point = Point(x: 0, y: 0), frames: Range<Int>
    ) -> PixelFace {
        PixelFace(number, frames: frames) { frame in
            let steps = Double(frame - frames.lowerBound)
            return Point(x: start.x + steps * step.x, y: start.y + steps * step.y)
        }
    }

    func box(at frame: Int) -> Box? { frames.contains(frame) ? path(frame) : nil }
}
