import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Every format")
struct FormatTests {
    /// Set to anything to write the golden files anew from what the writers give.
    private static let records = ProcessInfo.processInfo.environment["TRACKLET_RECORD_GOLDEN"] != nil
    private static let goldenFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Golden/"

    struct Case: CustomTestStringConvertible {
        let format: TrackFormat
        let content: TrackWritingOptions.Content
        var pixelBase = MOTPixelBase.one

        var golden: String {
            "\(content.rawValue)\(pixelBase == .zero ? "-base0" : "").\(format.endings[0])"
        }
        var testDescription: String { golden }
    }

    static let cases =
        TrackFormat.all.flatMap { format in
            TrackWritingOptions.Content.allCases.filter { $0 == .tracks || format.holds.contains(.detections) }
                .map { Case(format: format, content: $0) }
        } + [Case(format: .mot, content: .tracks, pixelBase: .zero)]

    func write(_ one: Case, to path: String) throws {
        let options = TrackWritingOptions(content: one.content, motPixelBase: one.pixelBase)
        switch one.content {
        case .tracks:
            try Samples.write(Samples.frames, with: one.format.makeWriter(path, options))
        case .detections:
            let writer = DetectionWriter([try TrackOutput("\(one.format.name):\(path)")], options: options)
            try writer.begin(Samples.header)
            for frame in Samples.frames {
                try writer.write(frame: frame.frame, time: frame.time, detections: Samples.detections(of: frame))
            }
            try writer.finish()
        }
    }

    @Test("writes the bytes of its golden file", arguments: cases)
    func golden(one: Case) throws {
        let folder = try ScratchFolder()
        try write(one, to: folder.file("out"))
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))
        let golden = URL(fileURLWithPath: Self.goldenFolder + one.golden)
        if Self.records {
            try written.write(to: golden)
        }
        #expect(
            try String(decoding: written, as: UTF8.self) == String(decoding: Data(contentsOf: golden), as: UTF8.self))
    }

    /// Those whose files can be read back.
    static let readable = cases.filter { $0.format.holds.contains(.boxes) }

    @Test("reads back what it wrote and has a place for, up to its decimals", arguments: readable)
    func roundTrip(one: Case) throws {
        let folder = try ScratchFolder()
        try write(one, to: folder.file("out"))
        let document = try TrackFile.read(
            folder.file("out"), format: one.format, options: TrackReadingOptions(motPixelBase: one.pixelBase))

        var expected = Samples.frames
        if one.content == .detections {
            expected = expected.map { frame in
                var frame = frame
                frame.observations = Samples.detections(of: frame).map { detection in
                    Observation(
                        track: 0, label: detection.label, box: detection.box, confidence: detection.confidence,
                        source: .detected, corners: detection.corners, landmarks: detection.landmarks)
                }
                return frame
            }
        }
        if !one.format.holds.contains(.emptyFrames) {
            expected.removeAll { $0.observations.isEmpty }
        }
        try #require(document.frames.map(\.frame) == expected.map(\.frame))
        for (read, original) in zip(document.frames, expected) {
            try #require(read.observations.map(\.track) == original.observations.map(\.track))
            for (readOne, originalOne) in zip(read.observations, original.observations) {
                expectSame(readOne, originalOne, in: one.format)
            }
            if one.format.holds.contains(.times) {
                #expect(abs(read.time - original.time) <= 0.51e-6)
            }
        }
        if one.format.holds.contains(.facts) {
            #expect(document.header == Samples.header)
        } else if one.format.needs.contains(.pictureSize) {
            #expect(document.header?.source.size == Samples.header.source.size)
            #expect(document.header?.source.name == Samples.header.source.name)
        }
    }

    private func expectSame(_ read: Observation, _ original: Observation, in format: TrackFormat) {
        let pairs = [
            (read.box.left, original.box.left), (read.box.top, original.box.top),
            (read.box.width, original.box.width), (read.box.height, original.box.height),
        ]
        // Formats that hold corners give the width to twice the hundredth that they are rounded to.
        #expect(pairs.allSatisfy { abs($0 - $1) <= 0.0101 })
        if format.holds.contains(.confidences) {
            #expect(abs(read.confidence - original.confidence) <= 0.000_051)
        }
        if format.holds.contains(.labels) {
            #expect(read.label == format.labelAsWritten(original.label))
        }
        if format.holds.contains(.sources) {
            #expect(read.source == original.source)
        }
        #expect(read.corners == (format.holds.contains(.corners) ? original.corners : nil))
        #expect(read.landmarks == (format.holds.contains(.landmarks) ? original.landmarks : nil))
    }

    @Test("gives the same bytes again from what was read back", arguments: readable.filter { $0.content == .tracks })
    func stable(one: Case) throws {
        let folder = try ScratchFolder()
        let options = TrackWritingOptions(motPixelBase: one.pixelBase)
        // The last frame has nothing in it and may be lost; how long the video is must not be lost with it.
        var header = Samples.header
        header.source.declaredFrameCount = 1_000_001
        try Samples.write(
            Samples.frames, header: header, with: one.format.makeWriter(folder.file("first"), options))
        let document = try TrackFile.read(
            folder.file("first"), format: one.format, options: TrackReadingOptions(motPixelBase: one.pixelBase))
        try Samples.write(
            document.frames, header: header, with: one.format.makeWriter(folder.file("second"), options))
        var first = try folder.text(of: "first")
        if one.format.name == "json" {
            // Frames with nothing in them are counted, not kept.
            first = first.replacing(
                "\"count\": 5, \"first\": 10, \"last\": 1000000", with: "\"count\": 2, \"first\": 11, \"last\": 13")
        }
        try #expect(folder.text(of: "second") == first)
    }

    @Test("a file of no frames is whole and read back as such", arguments: cases)
    func noFrames(one: Case) throws {
        let folder = try ScratchFolder()
        let options = TrackWritingOptions(content: one.content, motPixelBase: one.pixelBase)
        try Samples.write([], with: one.format.makeWriter(folder.file("out"), options))
        guard one.format.holds.contains(.boxes) else { return }
        try #expect(TrackFile.read(folder.file("out"), format: one.format).frames == [])
    }

    @Test("both JSON formats are JSON to Foundation")
    func validJSON() throws {
        let folder = try ScratchFolder()
        for content in TrackWritingOptions.Content.allCases {
            try write(Case(format: .json, content: content), to: folder.file("\(content).json"))
            try write(Case(format: .jsonLines, content: content), to: folder.file("\(content).jsonl"))
            let document = try JSONSerialization.jsonObject(with: Data(folder.text(of: "\(content).json").utf8))
            #expect((document as? [String: Any])?["source"] != nil)
            let lines = try folder.text(of: "\(content).jsonl").split(separator: "\n")
            #expect(lines.count == Samples.frames.count)
            for line in lines {
                #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
            }
        }
    }

    @Test(
        "that sorts by track holds many long tracks whose ids come out of order, and memory is left for disk",
        arguments: ["json", "cvat", "labelstudio", "coco"])
    func manyTracks(name: String) throws {
        let folder = try ScratchFolder()
        var generator = SplitMix(state: 11)
        let frames = (0..<100).map { frame in
            FrameObservations(
                frame: frame, time: Double(frame) / 25,
                observations: (1...400).shuffled(using: &generator).prefix(100).sorted().map { track in
                    Observation(
                        track: track, label: "face",
                        box: Box(left: Double(frame), top: Double(track), width: 10, height: 10), confidence: 0.5,
                        source: .tracked)
                })
        }
        let format = try #require(TrackFormat.named(name))
        var header = Samples.header
        // Where percent are as exact as pixels, and time is as in the frames below.
        header.source.size = PixelSize(width: 1000, height: 1000)
        try Samples.write(frames, header: header, with: format.makeWriter(folder.file("a"), TrackWritingOptions()))
        let read = try TrackFile.read(folder.file("a"), format: format, options: TrackReadingOptions(frameRate: 25))
        #expect(read.frames.map(\.frame) == frames.map(\.frame))
        #expect(read.frames.map(\.time) == frames.map(\.time))
        for (one, other) in zip(read.frames, frames) {
            #expect(one.observations.map(\.track) == other.observations.map(\.track))
            #expect(
                zip(one.observations, other.observations).allSatisfy { abs($0.box.top - $1.box.top) < 1e-6 })
        }
        try #expect(folder.names == ["a"])
    }

    @Test("nothing is left of a file that is cancelled", arguments: TrackFormat.all.map(\.name))
    func cancelled(name: String) throws {
        let folder = try ScratchFolder()
        let format = try #require(TrackFormat.named(name))
        let writer = format.makeWriter(folder.file("out"), TrackWritingOptions())
        writer.cancel()
        try writer.begin(Samples.header)
        try writer.write(Samples.frames[1])
        writer.cancel()
        try #expect(folder.names == [])
    }

    @Test("a full disk is told of at the latest when the file is finished", arguments: TrackFormat.all.map(\.name))
    func diskFull(name: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let format = try #require(TrackFormat.named(name))
        let error = #expect(throws: TrackletError.self) {
            try Samples.write(Samples.frames, with: format.makeWriter("/dev/full", TrackWritingOptions()))
        }
        #expect(error?.message.contains("the disk is full") == true)
    }
}
