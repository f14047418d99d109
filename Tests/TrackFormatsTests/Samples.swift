import Foundation
import TrackFormats
import TrackModel

/// A folder of its own for one test, removed with it.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tracklet-formats-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }

    func put(_ text: String, in name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }

    /// Every name in the folder, hidden ones too.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

/// A small set of tracks in which everything a format must hold occurs.
enum Samples {
    static let header = TrackFileHeader(
        source: SourceFacts(
            name: "talk \"one\".mp4", size: PixelSize(width: 640, height: 360), nominalFrameRate: 30_000.0 / 1001,
            declaredFrameCount: 5, declaredDuration: 0.166833, rotation: 90, container: "mov,mp4", codec: "h264",
            pixelFormat: "yuv420p"),
        options: ["interval": "10", "detector": "face"], producer: "tracklet 0.1.0")

    static let corners = Quadrilateral(
        topLeft: Point(x: 300.25, y: 40), topRight: Point(x: 380, y: 44.5),
        bottomRight: Point(x: 376, y: 140), bottomLeft: Point(x: 296, y: 136))

    static let landmarks = FaceLandmarks(
        rightEye: Point(x: 25.5, y: 50), leftEye: Point(x: 55, y: 49.25), nose: Point(x: 41, y: 66),
        rightMouth: Point(x: 30, y: 80), leftMouth: Point(x: 52, y: -0.5))

    static let frames: [FrameObservations] = [
        FrameObservations(frame: 10, time: -0.033367, observations: []),
        FrameObservations(
            frame: 11, time: 0,
            observations: [
                Observation(
                    track: 1, label: "face", box: Box(left: 10, top: 20.5, width: 64, height: 80), confidence: 0.9312,
                    source: .detected, landmarks: landmarks),
                Observation(
                    track: 3, label: "page, \"A4\"", box: Box(left: 296, top: 40, width: 84, height: 100),
                    confidence: 1, source: .seeded, corners: corners),
            ]),
        FrameObservations(frame: 12, time: 0.033367, observations: []),
        FrameObservations(
            frame: 13, time: 0.066733,
            observations: [
                Observation(
                    track: 1, label: "face", box: Box(left: -0.001, top: -3.25, width: 63.99, height: 79.5),
                    confidence: 0.30004, source: .tracked),
                Observation(
                    track: 2, label: "Gesicht ä\u{1F600}", box: Box(left: 100, top: 100, width: 0.5, height: 1),
                    confidence: 0, source: .backfilled),
                Observation(
                    track: 3, label: "page, \"A4\"", box: Box(left: 297, top: 41, width: 84, height: 100),
                    confidence: 0.5, source: .interpolated),
            ]),
        FrameObservations(frame: 1_000_000, time: 33_366.7, observations: []),
    ]

    static func write(
        _ frames: [FrameObservations], header: TrackFileHeader = header, with writer: any TrackWriter
    ) throws {
        try writer.begin(header)
        for frame in frames {
            try writer.write(frame)
        }
        try writer.finish()
    }
}

extension Samples {
    /// What the frame holds, as detections.
    static func detections(of frame: FrameObservations) -> [Detection] {
        frame.observations.map { observation in
            Detection(
                box: observation.box, confidence: observation.confidence, label: observation.label,
                corners: observation.corners, landmarks: observation.landmarks)
        }
    }
}
