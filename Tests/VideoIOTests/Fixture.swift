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
