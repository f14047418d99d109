import COpenCV
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
            if isShown(index) { draw(.object, in: object(index), into: pixels) }
            if let cover = occluder(index) { draw(.occluder, in: cover, into: pixels) }
            let gain = gain(index)
            guard gain != 1 else { return }
            for i in pixels.indices { pixels[i] = UInt8(min(255, max(0, Double(pixels[i]) * gain))) }
        }
        let blur = blur(index)
        return Frame(index: index, time: Double(index) / 25, luma: blur == 1 ? sharp : blurred(sharp, by: blur))
    }

    private func draw(_ texture: Texture, in box: Box, into pixels: UnsafeMutableBufferPointer<UInt8>) {
        let top = max(0, Int(box.top.rounded(.up)))
        let bottom = min(size.height, Int(box.bottom))
        let left = max(0, Int(box.left.rounded(.up)))
        let right = min(size.width, Int(box.right))
        guard top < bottom, left < right else { return }
        let stepX = Double(texture.side - 2) / box.width
        let stepY = Double(texture.side - 2) / box.height
        for y in top..<bottom {
            for x in left..<right {
                let value = texture.between((Double(x) - box.left) * stepX, (Double(y) - box.top) * stepY)
                pixels[y * size.width + x] = UInt8(value)
            }
        }
    }

    private func blurred(_ plane: LumaPlane, by factor: Double) -> LumaPlane {
        let small = PixelSize(width: Int(Double(size.width) / factor), height: Int(Double(size.height) / factor))
        return resized(resized(plane, to: small), to: size)
    }

    private func resized(_ plane: LumaPlane, to size: PixelSize) -> LumaPlane {
        LumaPlane(size: size) { target in
            plane.withPixels { source in
                guard let from = source.baseAddress, let into = target.baseAddress else { return }
                let image = tcv_image(
                    pixels: from, width: Int32(plane.size.width), height: Int32(plane.size.height),
                    bytes_per_row: Int64(plane.bytesPerRow), channels: 1)
                _ = tcv_resize(image, into, Int32(size.width), Int32(size.height), Int64(size.width), nil)
            }
        }
    }
}

/// Smooth noise, the same on each machine.
struct Texture: Sendable {
    let side: Int
    private let values: [UInt8]

    static let background = Texture(side: 512, cell: 24, seed: 1)
    static let object = Texture(side: 96, cell: 14, seed: 2)
    static let occluder = Texture(side: 128, cell: 18, seed: 3)

    /// Two octaves of value noise; `cell` is the larger's spacing in pixels.
    init(side: Int, cell: Int, seed: UInt64) {
        self.side = side
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt64(1) << 31)
        }
        var sum = [Double](repeating: 0, count: side * side)
        for (spacing, weight) in [(cell, 150.0), (cell / 3, 70.0)] {
            let nodes = side / spacing + 2
            let grid = (0..<nodes * nodes).map { _ in random() }
            for y in 0..<side {
                let v = Double(y) / Double(spacing)
                for x in 0..<side {
                    let u = Double(x) / Double(spacing)
                    let at = Int(v) * nodes + Int(u)
                    let a = u - u.rounded(.down)
                    let b = v - v.rounded(.down)
                    let upper = grid[at] + (grid[at + 1] - grid[at]) * a
                    let lower = grid[at + nodes] + (grid[at + nodes + 1] - grid[at + nodes]) * a
                    sum[y * side + x] += weight * (upper + (lower - upper) * b)
                }
            }
        }
        values = sum.map { UInt8(min(190, max(0, $0))) }
    }

    func copyRow(_ y: Int, from x: Int, into row: UnsafeMutableBufferPointer<UInt8>) {
        _ = row.update(fromContentsOf: values[y * side + x..<y * side + x + row.count])
    }

    func between(_ x: Double, _ y: Double) -> Double {
        let column = Int(x)
        let row = Int(y)
        let at = row * side + column
        let a = x - Double(column)
        let b = y - Double(row)
        let upper = Double(values[at]) * (1 - a) + Double(values[at + 1]) * a
        let lower = Double(values[at + side]) * (1 - a) + Double(values[at + side + 1]) * a
        return upper * (1 - b) + lower * b
    }
}

/// What a tracker said of each frame after the first.
func follow(_ frames: [Frame], from box: Box, by tracker: any ObjectTracker) throws -> [TrackerEstimate?] {
    guard let first = frames.first, try tracker.start(on: first, box: box) else { return [] }
    return try frames.dropFirst().map { try tracker.update(on: $0) }
}
