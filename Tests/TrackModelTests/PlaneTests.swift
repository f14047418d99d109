import Testing
import TrackModel

@Suite("Pictures")
struct PlaneTests {
    @Test(
        "a luma plane of its own has rows without padding, filled as it was told",
        arguments: [(1, 1), (3, 5), (640, 2)])
    func ownLuma(width: Int, height: Int) {
        let plane = LumaPlane(size: PixelSize(width: width, height: height)) { pixels in
            #expect(pixels.count == width * height && pixels.allSatisfy { $0 == 0 })
            for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(plane.bytesPerRow == width && plane.size == PixelSize(width: width, height: height))
        plane.withPixels { pixels in
            #expect(pixels.count == width * height)
            #expect(pixels.indices.allSatisfy { pixels[$0] == UInt8(truncatingIfNeeded: $0) })
        }
    }

    @Test("a plane over a decoder's memory reads padded rows, and no byte beyond the last pixel")
    func foreignLuma() {
        let memory = Memory(count: 3 * 16)
        let plane = LumaPlane(
            base: memory.start, size: PixelSize(width: 10, height: 3), bytesPerRow: 16, owner: memory)
        plane.withPixels { pixels in
            #expect(pixels.count == 2 * 16 + 10)
            #expect(pixels[16] == 16 && pixels[2 * 16 + 9] == 41)
        }
    }

    @Test("a plane keeps the memory it reads alive, and no longer than itself")
    func lifetime() {
        weak var owner: Memory?
        var plane: LumaPlane? = {
            let memory = Memory(count: 12)
            owner = memory
            return LumaPlane(base: memory.start, size: PixelSize(width: 4, height: 3), bytesPerRow: 4, owner: memory)
        }()
        #expect(owner != nil && plane?.withPixels { $0[11] } == 11)
        plane = nil
        #expect(owner == nil)
    }

    @Test("a colour plane has three bytes a pixel")
    func color() {
        let plane = ColorPlane(size: PixelSize(width: 5, height: 2)) { pixels in
            #expect(pixels.count == 30)
            for index in pixels.indices { pixels[index] = UInt8(index) }
        }
        #expect(plane.bytesPerRow == 15 && plane.withPixels { $0[15 + 3 * 4 + 2] } == 29)
    }

    @Test("an error while a plane is filled comes out")
    func failure() {
        #expect(throws: TrackletError(.badData, "No pixels.")) {
            try LumaPlane(size: PixelSize(width: 2, height: 2)) { _ in throw TrackletError(.badData, "No pixels.") }
        }
        #expect(throws: TrackletError(.badData, "No pixels.")) {
            try ColorPlane(size: PixelSize(width: 2, height: 2)) { _ in throw TrackletError(.badData, "No pixels.") }
        }
    }

    @Test("a frame is as large as its brightness, and copies of it share what was made from it")
    func frame() {
        let luma = LumaPlane(size: PixelSize(width: 6, height: 4)) { _ in }
        let frame = Frame(index: 7, time: -0.25, luma: luma)
        let copy = frame
        #expect(frame.size == luma.size && frame.index == 7 && frame.time == -0.25 && frame.color == nil)
        #expect(copy.derived === frame.derived)
        #expect(Frame(index: 7, time: -0.25, luma: luma).derived !== frame.derived)
    }
}

/// Bytes that count up from 0, as a decoder would own them.
private final class Memory {
    private let bytes: UnsafeMutablePointer<UInt8>
    var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

    init(count: Int) {
        bytes = .allocate(capacity: count)
        for index in 0..<count { (bytes + index).initialize(to: UInt8(index)) }
    }

    deinit { bytes.deallocate() }
}
