import Detectors
import Testing
import TrackModel

@Suite("Recorded detections")
struct RecordedDetectorTests {
    private static func face(_ left: Double, label: String = "face") -> Detection {
        Detection(box: Box(left: left, top: 10, width: 20, height: 20), confidence: 0.8, label: label)
    }

    private static func frame(_ index: Int) -> Frame {
        Frame(index: index, time: Double(index) / 10, luma: Canvas(200, 60).frame.luma)
    }

    /// Finds one face a round, and sees again whoever is expected left of 50.
    private struct Stub: Detector {
        let name = "stub"
        let left: Double

        func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
            [RecordedDetectorTests.face(left + Double(frame.index))]
        }

        func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
            box.left < 50 ? RecordedDetectorTests.face(left, label: label) : nil
        }
    }

    @Test("what was recorded is said again: rounds of all detectors in order, second looks by what was asked")
    func replay() throws {
        let recording = RecordingDetector([Stub(left: 5), Stub(left: 100)])
        let frame = Self.frame(3)
        let near = Box(left: 40, top: 1, width: 9, height: 9)
        let far = Box(left: 60, top: 1, width: 9, height: 9)
        let found = try recording.detect(in: frame)
        #expect(found == [Self.face(8), Self.face(103)])
        #expect(try recording.look(for: "face", expectedIn: far, of: frame) == nil)
        #expect(try recording.look(for: "face", expectedIn: near, of: frame) == Self.face(5))
        _ = try recording.detect(in: Self.frame(4))

        let records = recording.take(through: 3)
        #expect(records.map(\.frame) == [3])
        #expect(records.first?.secondLooks.map(\.expected) == [near, far], "ordered by place")
        #expect(recording.take(through: 3).isEmpty, "what is taken is gone")
        #expect(recording.take(through: .max).map(\.frame) == [4])

        let recorded = RecordedDetector(records, origin: "a.jsonl")
        #expect(try recorded.detect(in: frame) == found)
        #expect(try recorded.look(for: "face", expectedIn: far, of: frame) == nil)
        #expect(try recorded.look(for: "face", expectedIn: near, of: frame) == Self.face(5))
        #expect(recorded.covers(frame) && !recorded.covers(Self.frame(4)))
    }

    @Test("a second look that was never asked has what overlaps best in its frame, of that label")
    func otherLooks() throws {
        let recorded = RecordedDetector(
            [
                DetectionRecord(
                    frame: 0, time: nil, detections: [Self.face(0), Self.face(6), Self.face(8, label: "cat")])
            ],
            origin: "a.txt")
        func look(_ left: Double) throws -> Detection? {
            try recorded.look(
                for: "face", expectedIn: Box(left: left, top: 10, width: 20, height: 20), of: Self.frame(0))
        }
        #expect(try look(8) == Self.face(6))
        #expect(try look(1) == Self.face(0))
        #expect(try look(60) == nil)
    }
}
