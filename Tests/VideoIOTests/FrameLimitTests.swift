import Testing
import TrackModel
import VideoIO

@Suite("Start and end")
struct FrameLimitTests {
    @Test(
        "frames between the limits keep the source's numbers and times",
        arguments: [
            (FrameLimit.frame(7), FrameLimit.frame(12), 7..<12), (.seconds(0.7), .seconds(1.2), 7..<12),
            (.seconds(0.65), .frame(9), 7..<9), (.frame(0), .seconds(0.3), 0..<3), (.frame(20), .frame(1000), 20..<25),
        ])
    func between(_ start: FrameLimit, _ end: FrameLimit, _ indices: Range<Int>) throws {
        let all = try Fixture.open("plain.mp4").pullAll()
        let reader = try Fixture.open("plain.mp4") { ($0.start, $0.end) = (start, end) }
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == Array(indices))
        #expect(frames.map(\.time) == all[indices].map(\.time))
        #expect(frames.map(\.checksum) == all[indices].map(\.checksum))
        #expect(reader.summary.framesDelivered == indices.count)
        #expect(reader.summary.framesDecoded == indices.upperBound)
        #expect(reader.summary.warnings == [] && !reader.summary.endedEarly)
    }

    @Test("limits that leave nothing are no error, and are said to leave nothing")
    func nothing() async throws {
        let reader = try Fixture.open("plain.mp4") { $0.start = .seconds(100) }
        for try await _ in reader { Issue.record("no frame lies there") }
        #expect(reader.summary.framesDecoded == 25 && reader.summary.framesDelivered == 0)
        #expect(reader.summary.warnings.contains { $0.contains("from 0.0 s to 2.4 s") })
    }
}
