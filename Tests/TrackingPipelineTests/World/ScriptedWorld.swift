import TestWorld
import TrackModel

/// A video made of numbers: what is where in every frame is known exactly. Its pictures carry just enough for cuts to be
/// seen and for objects to be told apart by their looks; where they are, `ScriptedDetector` and `ScriptedTracker` know
/// without looking.
struct ScriptedWorld: Sendable {
    static let size = PixelSize(width: 96, height: 54)

    let frameCount: Int
    /// First frames of the second shot, the third, and so on.
    let cuts: [Int]
    let objects: [ScriptedObject]
    /// Presentation times in seconds.
    var time: @Sendable (_ frame: Int) -> Double = { Double($0) / 25 }
    /// The background of each shot.
    private let pictures: [LumaPlane]

    init(frameCount: Int, cuts: [Int] = [], objects: [ScriptedObject] = []) {
        self.frameCount = frameCount
        self.cuts = cuts
        self.objects = objects
        pictures = (0...cuts.count).map(Self.picture)
    }

    /// Coarse blocks of random brightness, others for each shot.
    static func picture(ofShot shot: Int) -> LumaPlane {
        LumaPlane(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var numbers = SeededNumbers(shot, x / 12, y / 12)
                    pixels[y * size.width + x] = UInt8(20 + numbers.share() * 215)
                }
            }
        }
    }

    func shot(at frame: Int) -> Int { cuts.count { $0 <= frame } }

    func frame(_ index: Int) -> Frame {
        let background = pictures[shot(at: index)]
        let visible = objects.filter { isVisible($0, at: index) }.sorted { $0.number < $1.number }
        guard !visible.isEmpty else { return Frame(index: index, time: time(index), luma: background) }
        let luma = LumaPlane(size: Self.size) { pixels in
            background.withPixels { _ = pixels.update(from: $0) }
            for object in visible { paint(object, at: index, on: pixels) }
        }
        return Frame(index: index, time: time(index), luma: luma)
    }

    /// Paints five by five patches of brightness, others for each object.
    private func paint(_ object: ScriptedObject, at frame: Int, on pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let box = object.box(at: frame), let inside = box.clipped(to: Self.size.bounds) else { return }
        let columns = (Int(inside.left)..<Int(inside.right)).map { x in
            max(0, min(4, Int((Double(x) + 0.5 - box.left) / box.width * 5)))
        }
        let patches = object.patches(at: frame)
        for y in Int(inside.top)..<Int(inside.bottom) {
            let row = max(0, min(4, Int((Double(y) + 0.5 - box.top) / box.height * 5)))
            let start = y * Self.size.width + Int(inside.left)
            var offset = 0
            while offset < columns.count {
                pixels[start + offset] = patches[row * 5 + columns[offset]]
                offset += 1
            }
        }
    }

    /// All frames, in order.
    var frames: FrameFeed {
        FrameFeed { place in place < frameCount ? frame(place) : nil }
    }

    func object(_ number: Int) -> ScriptedObject? { objects.first { $0.number == number } }

    /// Whether a perfect detector would find the object: in the scene, its centre in the picture and most of it uncovered.
    func isVisible(_ object: ScriptedObject, at frame: Int) -> Bool {
        guard let box = object.box(at: frame), Self.size.bounds.contains(box.center),
            !object.hidden.contains(where: { $0.contains(frame) })
        else { return false }
        return coverer(of: object, at: frame) == nil
    }

    /// The object in front of this one that covers most of it.
    func coverer(of object: ScriptedObject, at frame: Int) -> ScriptedObject? {
        guard let box = object.box(at: frame) else { return nil }
        return objects.first { other in
            guard other.number > object.number, let cover = other.box(at: frame) else { return false }
            return box.coveredShare(by: cover) > 0.6
        }
    }
}

/// What a test makes something scripted fail with.
struct ScriptedFailure: Error, Equatable {
    let place: String
}
