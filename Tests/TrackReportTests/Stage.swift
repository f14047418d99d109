import Foundation
import TrackModel
import VideoIO

@testable import TrackReport

/// Pictures and tracks made of numbers.
enum Stage {
    /// A folder of a test's own.
    final class Folder {
        let path = NSTemporaryDirectory() + "trackreport-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func callAsFunction(_ name: String) -> String { path + "/" + name }
        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
        func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }
    }

    /// 25 frames of 64x48, 10 a second.
    static let plain = fixture("plain.mp4")

    static func fixture(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "VideoIOTests/Fixtures/\(name)").path
    }

    static func observation(
        _ track: Int, _ box: Box, confidence: Double = 0.9, source: ObservationSource = .detected,
        label: String = "face"
    ) -> Observation {
        Observation(track: track, label: label, box: box, confidence: confidence, source: source)
    }

    /// One track in these frames, 10 a second.
    static func timeline(
        _ frames: some Sequence<Int>, track: Int = 1, label: String = "face", _ box: (Int) -> Box
    ) -> TrackTimeline {
        TrackTimeline(
            frames.map { frame in
                FrameObservations(
                    frame: frame, time: Double(frame) / 10,
                    observations: [observation(track, box(frame), label: label)])
            })
    }

    static let facts = SourceFacts(name: "made.mp4", size: PixelSize(width: 64, height: 48))

    /// A picture of vertical stripes, each pixel column other than the next.
    static func stripes(_ size: PixelSize = PixelSize(width: 200, height: 120)) throws -> VideoPicture {
        let picture = try VideoPicture(gray: 0, size: size)
        try picture.withPlanes { planes in
            for y in 0..<planes.size.height {
                for x in 0..<planes.size.width {
                    planes.luma[y * planes.lumaBytesPerRow + x] = x / 2 % 2 == 0 ? 40 : 200
                }
            }
        }
        return picture
    }

    static func luma(_ picture: VideoPicture) throws -> [[UInt8]] {
        try picture.withPlanes { planes in
            (0..<planes.size.height).map { y in
                (0..<planes.size.width).map { planes.luma[y * planes.lumaBytesPerRow + $0] }
            }
        }
    }
}
