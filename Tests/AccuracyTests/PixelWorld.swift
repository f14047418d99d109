import TestWorld
import TrackModel

/// A video of textured faces before a textured background, seen by a camera that moves, with exact truth.
struct PixelWorld: Sendable {
    static let size = PixelSize(width: 160, height: 120)

    var frameCount = 100
    /// First frames of the second shot, the third, and so on.
    var cuts: [Int] = []
    var faces: [PixelFace]
    /// Things that cover faces and are none, in pixels of the world.
    var covers: [@Sendable (_ frame: Int) -> Box] = []
    /// Where the camera looks, as a shift of its centre in pixels of the world, and how much it enlarges (at least 1). What it sees
    /// must stay within 60 pixels of what it sees at rest.
    var camera: @Sendable (_ frame: Int) -> (shift: Point, zoom: Double) = { _ in (Point(x: 0, y: 0), 1) }
    /// Brightness multiplied.
    var gain: @Sendable (_ frame: Int) -> Double = { _ in 1 }
    /// The picture shrunk by this and grown again.
    var blur: @Sendable (_ frame: Int) -> Double = { _ in 1 }

    func shot(at frame: Int) -> Int { cuts.count { $0 <= frame } }

    /// From the world to the picture.
    func seen(_ box: Box, at frame: Int) -> Box {
        let (shift, zoom) = camera(frame)
        let middle = Self.size.bounds.center
        return Box(
            left: middle.x + (box.left - shift.x - middle.x) * zoom,
            top: middle.y + (box.top - shift.y - middle.y) * zoom,
            width: box.width * zoom, height: box.height * zoom)
    }

    // MARK: Pixels

    func frames() -> [Frame] { (0..<frameCount).map(frame) }

    func frame(_ index: Int) -> Frame {
        let sharp = LumaPlane(size: Self.size) { pixels in
            drawBackground(index, into: pixels)
            for face in faces.sorted(by: { $0.number < $1.number }) {
                guard let box = face.box(at: index) else { continue }
                face.texture.draw(in: seen(box, at: index), of: Self.size, into: pixels)
            }
            for cover in covers {
                Texture.occluder.draw(in: seen(cover(index), at: index), of: Self.size, into: pixels)
            }
            let gain = gain(index)
            guard gain != 1 else { return }
            let table = (0..<256).map { UInt8(min(255, max(0, Double($0) * gain))) }
            for i in pixels.indices { pixels[i] = table[Int(pixels[i])] }
        }
        let blur = blur(index)
        return Frame(index: index, time: Double(index) / 25, luma: blur == 1 ? sharp : sharp.blurred(by: blur))
    }

    private func drawBackground(_ index: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) {
        let (shift, zoom) = camera(index)
        // Each shot shows another part of the texture.
        let origin = shot(at: index).isMultiple(of: 2) ? Point(x: 60, y: 60) : Point(x: 280, y: 300)
        let (width, height) = (Self.size.width, Self.size.height)
        let left = origin.x + Double(width) / 2 * (1 - 1 / zoom) + shift.x
        let top = origin.y + Double(height) / 2 * (1 - 1 / zoom) + shift.y
        for y in 0..<height {
            if zoom == 1, left == left.rounded(), top == top.rounded() {
                let row = UnsafeMutableBufferPointer(rebasing: pixels[y * width..<(y + 1) * width])
                Texture.background.copyRow(Int(top) + y, from: Int(left), into: row)
            } else {
                for x in 0..<width {
                    pixels[y * width + x] = UInt8(
                        Texture.background.between(left + Double(x) / zoom, top + Double(y) / zoom))
                }
            }
        }
    }

    // MARK: Truth

    /// The share of a face that is in the picture and not covered, 0...1, from 8 by 8 places in it.
    func visibleShare(of face: PixelFace, at frame: Int) -> Double {
        guard let box = face.box(at: frame) else { return 0 }
        let boxes = covers.map { $0(frame) } + faces.filter { $0.number > face.number }.compactMap { $0.box(at: frame) }
        var visible = 0
        for row in 0..<8 {
            for column in 0..<8 {
                let point = Box(
                    left: box.left + (Double(column) + 0.5) * box.width / 8,
                    top: box.top + (Double(row) + 0.5) * box.height / 8,
                    width: 0, height: 0)
                let isInPicture = Self.size.bounds.contains(seen(point, at: frame).center)
                if isInPicture, !boxes.contains(where: { $0.contains(point.center) }) { visible += 1 }
            }
        }
        return Double(visible) / 64
    }

    /// Faces of which at least half is seen. A face has one identity (its number, plus hundreds) until a cut, or until it has been
    /// away for two seconds.
    func truth() -> [FrameObservations] {
        var seenLast: [Int: Int] = [:]
        var visits: [Int: Int] = [:]
        return (0..<frameCount).map { frame in
            let observations = faces.filter { visibleShare(of: $0, at: frame) >= 0.5 }.map { face in
                if let last = seenLast[face.number], frame - last > 50 || shot(at: last) != shot(at: frame) {
                    visits[face.number, default: 0] += 1
                }
                seenLast[face.number] = frame
                return Observation(
                    track: face.number + 100 * visits[face.number, default: 0], label: "face",
                    box: seen(face.path(frame), at: frame), confidence: 1, source: .detected)
            }
            return FrameObservations(frame: frame, time: Double(frame) / 25, observations: observations)
        }
    }

    /// Places where a box counts neither way: faces in the picture of which less than half is seen.
    func ignored() -> [Int: [Box]] {
        Dictionary(
            uniqueKeysWithValues: (0..<frameCount).map { frame in
                let boxes = faces.filter { visibleShare(of: $0, at: frame) < 0.5 }.compactMap { $0.box(at: frame) }
                return (frame, boxes.map { seen($0, at: frame) }.filter { $0.clipped(to: Self.size.bounds) != nil })
            })
    }
}
