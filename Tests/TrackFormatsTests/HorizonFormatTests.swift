import Testing
import TrackModel

@testable import TrackFormats

@Suite("Horizons in files")
struct HorizonFormatTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let frames = [
        FrameObservations(frame: 3, time: 0.12, observations: [], horizon: Horizon(angle: -1.25, confidence: 0.8)),
        FrameObservations(
            frame: 4, time: 0.16,
            observations: [
                Observation(
                    track: 1, label: "face", box: Box(left: 1, top: 2, width: 30, height: 40), confidence: 0.5,
                    source: .detected)
            ], horizon: Horizon(angle: 12.5, confidence: 1)),
        FrameObservations(
            frame: 5, time: 0.2,
            observations: [
                Observation(
                    track: 1, label: "face", box: Box(left: 2, top: 2, width: 30, height: 40), confidence: 0.5,
                    source: .tracked)
            ]),
    ]

    private func write(_ format: TrackFormat) throws -> String {
        let path = folder.file("t." + (format.endings.first ?? format.name))
        var options = TrackWritingOptions()
        options.hasHorizons = true
        let writer = format.makeWriter(path, options)
        try writer.begin(Samples.header)
        for frame in Self.frames { try writer.write(frame) }
        try writer.finish()
        return path
    }

    @Test("are read back as they were written", arguments: [TrackFormat.csv, .json, .jsonLines, .webVTT])
    func roundTrip(format: TrackFormat) throws {
        let document = try TrackFile.read(try write(format), format: format)
        #expect(document.frames == Self.frames)
        #expect(!format.losses(of: document).contains("horizons"))
    }

    @Test("have rows of their own in CSV, with an angle and no box")
    func rows() throws {
        _ = try write(.csv)
        #expect(
            try folder.text(of: "t.csv") == """
                frame,time,track,label,left,top,width,height,confidence,source,angle\r
                3,0.120000,,horizon,,,,,0.8000,detected,-1.25\r
                4,0.160000,,horizon,,,,,1.0000,detected,12.50\r
                4,0.160000,1,face,1.00,2.00,30.00,40.00,0.5000,detected,\r
                5,0.200000,1,face,2.00,2.00,30.00,40.00,0.5000,tracked,\r

                """)
    }

    @Test("are named where a format cannot hold them")
    func losses() {
        let document = TrackDocument(frames: Self.frames)
        #expect(TrackFormat.mot.losses(of: document).contains("horizons"))
        #expect(TrackFormat.cvat.losses(of: document).contains("horizons"))
    }

    @Test(
        "that cannot be are refused with their place",
        arguments: [
            ("a.jsonl", "{\"frame\": 1, \"horizon\": {\"angle\": 91}}\n", "angle is 91"),
            ("b.jsonl", "{\"frame\": 1, \"horizon\": {\"angle\": 1, \"confidence\": 2}}\n", "confidence is 2"),
            ("c.jsonl", "{\"frame\": 1, \"horizon\": {}}\n", "angle"),
            ("d.csv", "frame,left,top,width,height,angle\n1,,,,,3\n1,,,,,4\n", "has a horizon already"),
            ("f.csv", "frame,left,top,width,height,angle\n1,2,3,4,5,6\n", "angle beside left, top, width, height"),
            ("g.csv", "frame,track,left,top,width,height,angle\n1,2,,,,,6\n", "angle beside track"),
            ("h.csv", "frame,left,top,width,height\n9223372036854775807,2,3,4,5\n", "no video has more"),
            ("e.csv", "frame,left,top,width,height,angle\n1,,,,,x\n", "not a number"),
        ])
    func refused(name: String, text: String, words: String) throws {
        let path = try folder.put(text, in: name)
        let error = try #require(throws: TrackletError.self) { try TrackFile.read(path) }
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test("who tracks were found to be goes through JSON unchanged")
    func identities() throws {
        let identities = [
            TrackIdentity(
                track: 1, label: "face", confidence: 0.75, frames: [4, 5],
                votes: [.init(name: "face", value: 0.75), .init(name: "ben", value: 0.25)],
                distances: [.init(name: "ben", value: 88.5)],
                returns: [
                    TrackReturn(
                        formerTrack: 2, frame: 5, lastFrame: 4, distance: 70.125, threshold: 90, otherDistance: nil)
                ])
        ]
        let path = folder.file("who.json")
        let writer = TrackFormat.json.makeWriter(path, TrackWritingOptions())
        try writer.begin(Samples.header)
        writer.identify(identities)
        for frame in Self.frames { try writer.write(frame) }
        try writer.finish()
        let document = try TrackFile.read(path)
        #expect(document.identities == identities)
        #expect(TrackFormat.csv.losses(of: document).contains { $0.contains("votes") })
        #expect(!TrackFormat.json.losses(of: document).contains { $0.contains("votes") })
    }
}
