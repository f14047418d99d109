import Foundation
import Testing
import TrackModel

@testable import TrackFormats

@Suite("Frames that wait") struct HeldTrackWriterTests {
    private static func frames(_ count: Int) -> [FrameObservations] {
        (0..<count).map { frame in
            let size = 10 + Double(frame) / 3
            var observations = [
                Observation(
                    track: 1, label: "face", box: Box(left: -1.5, top: 0.1, width: size, height: size),
                    confidence: 1 / 3, source: ObservationSource.allCases[frame % ObservationSource.allCases.count])
            ]
            if frame.isMultiple(of: 3) {
                var page = Observation(
                    track: 7, label: "päge \(frame)", box: Box(left: 4, top: 5, width: 6, height: 7), confidence: 0.5,
                    source: .detected)
                func point(_ x: Double) -> Point { Point(x: x, y: x / 7) }
                page.corners = Quadrilateral(
                    topLeft: point(1), topRight: point(2), bottomRight: point(3), bottomLeft: point(4))
                page.landmarks = FaceLandmarks(
                    rightEye: point(1), leftEye: point(2), nose: point(3), rightMouth: point(4), leftMouth: point(5))
                observations.append(page)
            }
            return FrameObservations(
                frame: frame, time: Double(frame) / 29.97, observations: frame % 5 == 4 ? [] : observations)
        }
    }

    @Test("they come out as they came in, to the last bit", arguments: [0, 1, 400])
    func roundTrip(count: Int) throws {
        let held = HeldFrames(besideOutput: "-")
        let frames = Self.frames(count)
        for frame in frames { try held.append(frame) }
        var replayed: [FrameObservations] = []
        try held.replay { replayed.append($0) }
        #expect(replayed == frames)
    }

    @Test("nothing is written before it is released, and then as it is told")
    func release() throws {
        let path = NSTemporaryDirectory() + "tracklet-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = HeldTrackWriter(try TrackOutput(path).makeWriter(), besideOutput: path)
        let facts = SourceFacts(name: "a", size: PixelSize(width: 10, height: 10))
        try writer.begin(TrackFileHeader(source: facts, producer: "test"))
        for frame in Self.frames(7) { try writer.write(frame) }
        var identity = TrackIdentity(track: 1, label: "ann", confidence: 0.75, frames: [0, 3])
        identity.votes = [.init(name: "ann", value: 0.75), .init(name: "b\"n", value: 0.125)]
        identity.distances = [.init(name: "ann", value: 61.25)]
        identity.returns = [
            TrackReturn(formerTrack: 7, frame: 3, lastFrame: 1, distance: 50.5, threshold: 60, otherDistance: 90)
        ]
        writer.identify([identity])
        try writer.release { frame in
            var frame = frame
            for index in frame.observations.indices { frame.observations[index].label = "ann" }
            return frame
        }
        try writer.finish()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text.contains(
                """
                      "track": 1,
                      "label": "ann",
                      "identity": {"confidence": 0.7500, "frames": [0, 3], "votes": {"ann": 0.7500, "b\\"n": 0.1250}, "distances": {"ann": 61.250}},
                      "returns": [
                        {"frame": 3, "lastFrame": 1, "formerTrack": 7, "distance": 50.500, "threshold": 60.000, "otherDistance": 90.000}
                      ],
                      "observations": [
                """), "\(text)")
        let read = try TrackFile.read(path).frames
        #expect(Set(read.flatMap(\.observations).map(\.label)) == ["ann"])
        #expect(read.count == 6, "all frames that have something in them")
    }

    @Test("a failure of the file they go to is thrown, and nothing is left")
    func failure() throws {
        let held = HeldFrames(besideOutput: "-")
        for frame in Self.frames(9) { try held.append(frame) }
        var count = 0
        #expect(throws: TrackletError.self) {
            try held.replay { _ in
                count += 1
                if count == 4 { throw TrackletError(.cannotCreate, "full") }
            }
        }
        #expect(count == 4)
    }
}
