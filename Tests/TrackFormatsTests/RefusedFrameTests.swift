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
}
