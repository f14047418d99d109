import TestWorld
import TrackModel

/// Something in a scripted world: where it is in every frame, to the last decimal.
struct ScriptedObject: Sendable {
    /// Names it in the test; of two objects that overlap the one with the higher number is in front.
    let number: Int
    var label = "face"
    /// The frames in which it is in the scene, hidden or not.
    var frames: Range<Int>
    /// Frames in which something covers it.
    var hidden: [Range<Int>] = []
    /// How sure a detector is of it in a frame, 0...1.
    var confidence: @Sendable (_ frame: Int) -> Double = { _ in 0.9 }
    /// Frames in which no detector sees it, though it is in plain view.
    var undetected: [Range<Int>] = []
    /// Frames in which it looks like something else: in another light, half turned away.
    var disguised: [Range<Int>] = []
    let path: @Sendable (_ frame: Int) -> Box
    private let patches: [UInt8]
    private let disguise: [UInt8]

    init(_ number: Int, frames: Range<Int>, path: @escaping @Sendable (_ frame: Int) -> Box) {
        self.number = number
        self.frames = frames
        self.path = path
        var numbers = SeededNumbers(number)
        patches = (0..<25).map { _ in UInt8(20 + numbers.share() * 215) }
        disguise = (0..<25).map { _ in UInt8(20 + numbers.share() * 215) }
    }

    /// An object that stands still.
    static func still(_ number: Int, x: Double, y: Double, side: Double = 12, frames: Range<Int>) -> ScriptedObject {
        moving(number, from: Point(x: x, y: y), by: Point(x: 0, y: 0), side: side, frames: frames)
    }

    /// An object whose centre is at `start` in its first frame and moves by `step` with each frame after.
    static func moving(
        _ number: Int, from start: Point, by step: Point, side: Double = 12, frames: Range<Int>
    ) -> ScriptedObject {
        ScriptedObject(number, frames: frames) { frame in
            let steps = Double(frame - frames.lowerBound)
            return Box(
                center: Point(x: start.x + steps * step.x, y: start.y + steps * step.y), width: side, height: side)
        }
    }

    func hidden(_ ranges: Range<Int>...) -> ScriptedObject {
        var copy = self
        copy.hidden = ranges
        return copy
    }

    func undetected(_ ranges: Range<Int>...) -> ScriptedObject {
        var copy = self
        copy.undetected = ranges
        return copy
    }

    func disguised(_ ranges: Range<Int>...) -> ScriptedObject {
        var copy = self
        copy.disguised = ranges
        return copy
    }

    /// What it looks like in a frame: five rows of five brightnesses.
    func patches(at frame: Int) -> [UInt8] { disguised.contains { $0.contains(frame) } ? disguise : patches }

    func labelled(_ label: String) -> ScriptedObject {
        var copy = self
        copy.label = label
        return copy
    }

    func confidence(_ confidence: @escaping @Sendable (_ frame: Int) -> Double) -> ScriptedObject {
        var copy = self
        copy.confidence = confidence
        return copy
    }

    /// Where it is, seen or not; nil when it is not in the scene.
    func box(at frame: Int) -> Box? { frames.contains(frame) ? path(frame) : nil }
}
