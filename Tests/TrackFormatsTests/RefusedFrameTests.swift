import Testing
import TrackFormats
import TrackModel

@Suite("What no format can hold")
struct RefusedFrameTests {
    private static func frame(
        _ observations: [(Int, Box, Double)] = [], number: Int = 0, time: Double = 0
    ) -> FrameObservations {
        FrameObservations(
            frame: number, time: time,
            observations: observations.map { track, box, confidence in
                Observation(track: track, label: "face", box: box, confidence: confidence, source: .tracked)
            })
    }

    private static let box = Box(left: 1, top: 2, width: 3, height: 4)

    static let cases: [(frames: [FrameObservations], reason: String)] = [
        ([frame(number: -1)], "counted from 0"),
        ([frame(number: 4), frame(number: 4)], "comes after frame 4"),
        ([frame(time: .nan)], "its time is nan"),
        ([frame([(2, box, 1), (1, box, 1)])], "track 1 comes after track 2"),
        ([frame([(2, box, 1), (2, box, 1)])], "track 2 comes after track 2"),
        ([frame([(0, box, 1)])], "track 0"),
        ([frame([(1, Box(left: .nan, top: 0, width: 1, height: 1), 1)])], "left is nan"),
        ([frame([(1, Box(left: 0, top: -.infinity, width: 1, height: 1), 1)])], "top is -inf"),
        ([frame([(1, Box(left: 0, top: 0, width: -1, height: 1), 1)])], "width is -1"),
        ([frame([(1, box, 1.5)])], "confidence is 1.5"),
        ([frame([(1, box, .nan)])], "confidence is nan"),
    ]

    @Test("is refused with its reason, and leaves no file", arguments: cases)
    func refused(frames: [FrameObservations], reason: String) throws {
        for format in TrackFormat.all {
            let folder = try ScratchFolder()
            let writer = MultiTrackWriter([format.makeWriter(folder.file("out"), TrackWritingOptions())])
            let error = #expect(throws: TrackletError.self) { try Samples.write(frames, with: writer) }
            #expect(error?.kind == .badData && error?.message.contains(reason) == true, "\(error as Any)")
            try #expect(folder.names == [])
        }
    }

    @Test(
        "fails the file for good: whoever finishes it all the same is told again",
        arguments: TrackFormat.all.map(\.name))
    func finishedAfterwards(name: String) throws {
        let format = try #require(TrackFormat.named(name))
        let sound = Self.frame([(1, Self.box, 1)])
        for isWrapped in [false, true] {
            let folder = try ScratchFolder()
            let single = format.makeWriter(folder.file("out"), TrackWritingOptions())
            let writer: any TrackWriter = isWrapped ? MultiTrackWriter([single]) : single
            try writer.begin(Samples.header)
            try writer.write(sound)
            let error = #expect(throws: TrackletError.self) { try writer.write(sound) }
            try #expect(throws: #require(error)) { try writer.write(Self.frame(number: 9)) }
            try #expect(throws: #require(error)) { try writer.finish() }
            writer.cancel()
            try #expect(folder.names == [])
        }
    }

    @Test("or a place that cannot be written fails the file for good", arguments: TrackFormat.all.map(\.name))
    func neverBegun(name: String) throws {
        let folder = try ScratchFolder()
        let format = try #require(TrackFormat.named(name))
        let writer = format.makeWriter(folder.file("missing/out"), TrackWritingOptions())
        let error = #expect(throws: TrackletError.self) { try writer.begin(Samples.header) }
        try #expect(throws: #require(error)) { try writer.write(Self.frame()) }
        try #expect(throws: #require(error)) { try writer.finish() }
    }
}
