import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Detection records")
struct DetectionRecordTests {
    private static let third = Detection(
        box: Box(left: 1.0 / 3, top: -0.1, width: 1e-7, height: 123456.789), confidence: 2.0 / 3, label: "a \"face\"",
        corners: Quadrilateral(
            topLeft: Point(x: 0.1, y: 0.2), topRight: Point(x: 1 / 7, y: 2), bottomRight: Point(x: 3, y: 4),
            bottomLeft: Point(x: 5, y: 6)),
        landmarks: FaceLandmarks(
            rightEye: Point(x: 0.1, y: 1 / 7), leftEye: Point(x: 2.0 / 3, y: 1), nose: Point(x: 1, y: 2),
            rightMouth: Point(x: 3, y: 4), leftMouth: Point(x: 5, y: 6)))

    private static let records = [
        DetectionRecord(frame: 0, time: 1.0 / 30, detections: []),
        DetectionRecord(
            frame: 7, time: 0.1, detections: [third, third],
            secondLooks: [
                .init(label: "face", expected: Box(left: 0.1 + 0.2, top: 2, width: 3, height: 4), found: nil),
                .init(label: "face", expected: third.box, found: third),
            ]),
        DetectionRecord(
            frame: 9, time: 0.3,
            secondLooks: [.init(label: "x", expected: Box(left: 1, top: 2, width: 3, height: 4), found: nil)]),
    ]

    @Test("come back to the last bit: rounds that found nothing, frames without a round, second looks")
    func roundTrip() throws {
        let folder = try ScratchFolder()
        var waiting = Self.records
        let writer = DetectionRecordWriter(path: folder.file("a.jsonl")) { frame in
            let taken = waiting.filter { $0.frame <= frame }
            waiting.removeAll { $0.frame <= frame }
            return taken
        }
        try writer.begin(Samples.header)
        try writer.write(FrameObservations(frame: 7, time: 0.1, observations: []))
        #expect(waiting == [Self.records[2]], "each record is taken when its frame is final")
        try writer.finish()
        #expect(try DetectionFile.read(folder.file("a.jsonl")) == Self.records)
        let asDetections = try TrackFile.read(folder.file("a.jsonl"))
        #expect(asDetections.frames.map(\.observations.count) == [0, 2, 0], "any reader of JSON Lines can take them")
    }

    @Test(
        "what is wrong in one is told with its line",
        arguments: [
            ("{\"frame\": 1}\n{\"frame\": 1}", "line 2: frame 1 is there a second time"),
            ("{\"frame\": -1}", "line 1: frame is -1"),
            (
                "{\"frame\": 1, \"secondLooks\": [{\"label\": \"a\"}]}",
                "line 1: secondLooks[0] has no \"expected\""
            ),
            (
                "{\"frame\": 1, \"detections\": [{\"left\": 1, \"top\": 1, \"width\": 1, \"height\": 1, \"confidence\": 2}]}",
                "line 1: in detections[0], confidence is 2.0"
            ),
        ])
    func faults(text: String, words: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.put(text, in: "a.jsonl")
        let error = #expect(throws: TrackletError.self) { try DetectionFile.read(path) }
        #expect(error?.kind == .badData)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
