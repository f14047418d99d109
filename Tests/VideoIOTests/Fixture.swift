import Foundation
import TrackModel
import VideoIO

/// The small videos beside these tests; Scripts/make-video-fixtures makes them.
enum Fixture {
    static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")

    static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    static func open(_ name: String, _ change: (inout VideoReaderOptions) -> Void = { _ in }) throws -> VideoReader {
        var options = VideoReaderOptions()
        change(&options)
        return try VideoReader.open(path(name), options: options)
    }
}

extension VideoReader {
    /// All frames that are left, pulled.
    func pullAll() throws -> [Frame] {
        var frames: [Frame] = []
        while let frame = try nextFrame() { frames.append(frame) }
        return frames
    }
}

extension Frame {
    /// The brightness at a place of the upright picture.
    func luma(_ x: Int, _ y: Int) -> Int {
        luma.withPixels { Int($0[y * luma.bytesPerRow + x]) }
    }
}

extension Frame {
    /// Blue, green and red at a place of the upright picture; empty without colour.
    func color(_ x: Int, _ y: Int) throws -> [Int] {
        guard let color = try color?.plane() else { return [] }
        return color.withPixels { pixels in (0..<3).map { Int(pixels[y * color.bytesPerRow + x * 3 + $0]) } }
    }

    /// A number that changes with any pixel (FNV-1a).
    var checksum: Int {
        luma.withPixels { pixels in
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            for y in 0..<size.height {
                for x in 0..<size.width { sum = (sum ^ UInt64(pixels[y * luma.bytesPerRow + x])) &* 0x100_0000_01b3 }
            }
            return Int(truncatingIfNeeded: sum)
        }
    }
}
