import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Formats whose readers interpolate")
struct SparseFormatTests {
    /// A face that goes, rests, turns back, is away for two frames and comes again.
    static let frames: [FrameObservations] = (0..<60).map { frame in
        let time = Double(frame)
        let left = frame < 20 ? 3 * time : frame < 35 ? 60 + sin(time) / 3 : 165 - 3 * time
        let isAway = (40..<42).contains(frame) || frame >= 55
        return FrameObservations(
            frame: frame, time: time / 25,
            observations: isAway
                ? []
                : [
                    Observation(
                        track: 1, label: "face", box: Box(left: left, top: 40 + time / 7, width: 30, height: 40),
                        confidence: 0.5 + time / 200, source: frame % 10 == 0 ? .detected : .tracked)
                ])
    }

    private func cvat(_ tolerance: Double, in folder: ScratchFolder) throws -> [String] {
        let name = "\(tolerance).xml"
        let options = TrackWritingOptions(keyframeTolerance: tolerance)
        try Samples.write(Self.frames, with: TrackFormat.cvat.makeWriter(folder.file(name), options))
        return try folder.text(of: name).split(separator: "\n").map(String.init)
    }

    @Test(
        "CVAT's key frames alone give every box within the tolerance, with fewer of them for more",
        arguments: [0, 0.5, 4])
    func tolerance(tolerance: Double) throws {
        let folder = try ScratchFolder()
        let lines = try cvat(tolerance, in: folder)
        let keyframes = lines.filter { !$0.contains("keyframe=\"0\"") }
        let sparse = try folder.put(keyframes.joined(separator: "\n"), in: "sparse.xml")
        let read = try TrackFile.read(sparse).frames
        let written = Self.frames.filter { !$0.observations.isEmpty }
        try #require(read.map(\.frame) == written.map(\.frame))
        for (one, other) in zip(read, written) {
            let (box, original) = (one.observations[0].box, other.observations[0].box)
            for (edge, originalEdge) in [
                (box.left, original.left), (box.top, original.top), (box.right, original.right),
                (box.bottom, original.bottom),
            ] {
                // Both are rounded to hundredths.
                #expect(abs(edge - originalEdge) <= max(tolerance, 0.005) + 0.0101, "frame \(one.frame)")
            }
        }
        // Two spans, each with its ends, and the boxes that end them.
        let count = keyframes.count { $0.contains("<box") }
        let expected = [0: 20...40, 0.5: 8...12, 4: 6...10][tolerance] ?? 0...0
        #expect(expected.contains(count), "\(count) key frames")
    }

    @Test("CVAT's spans are closed by a box that is outside, except at the video's end")
    func spans() throws {
        let folder = try ScratchFolder()
        let ends = try cvat(0.5, in: folder).filter { $0.contains("outside=\"1\"") }
        #expect(ends.count == 2)
        #expect(ends[0].contains("frame=\"40\" keyframe=\"1\"") && ends[1].contains("frame=\"55\" keyframe=\"1\""))

        let writer = TrackFormat.cvat.makeWriter(folder.file("end.xml"), TrackWritingOptions())
        var header = Samples.header
        header.source.declaredFrameCount = 40
        try Samples.write(Array(Self.frames[..<40]), header: header, with: writer)
        try #expect(!folder.text(of: "end.xml").contains("outside=\"1\""))
    }

    @Test("all boxes, sources and confidences of CVAT are read back, key frames or not")
    func wholeCVAT() throws {
        let folder = try ScratchFolder()
        _ = try cvat(4, in: folder)
        let read = try TrackFile.read(folder.file("4.0.xml"), options: TrackReadingOptions(frameRate: 25)).frames
        let written = Self.frames.filter { !$0.observations.isEmpty }
        try #require(read.count == written.count)
        for (one, other) in zip(read, written) {
            #expect(abs(one.observations[0].box.left - other.observations[0].box.left) < 0.0051)
            #expect(one.observations[0].source == other.observations[0].source)
            #expect(abs(one.observations[0].confidence - other.observations[0].confidence) < 0.000_051)
        }
    }

    private static func cvatBox(_ frame: Int, left: Int, outside: Int = 0) -> String {
        "<box frame=\"\(frame)\" outside=\"\(outside)\" occluded=\"0\" keyframe=\"1\" xtl=\"\(left)\" ytl=\"0\" "
            + "xbr=\"\(left + 10)\" ybr=\"10\"/>"
    }

    @Test("a CVAT file by hand: lines between key frames, rest before an end, rest to the end of the task")
    func cvatByHand() throws {
        let folder = try ScratchFolder()
        let path = try folder.put(
            """
            <annotations><meta><task><size>9</size><original_size><width>640</width><height>360</height></original_size>
            </task></meta><track id="0" label="a">\(Self.cvatBox(0, left: 0))\(Self.cvatBox(2, left: 20))
            \(Self.cvatBox(5, left: 90, outside: 1))\(Self.cvatBox(7, left: 50))</track>
            <track id="4" label="b"><polygon frame="1" points="1,2;3,4"/>\(Self.cvatBox(1, left: 1))</track></annotations>
            """, in: "a.xml")
        let document = try TrackFile.read(path)
        let lefts = document.frames.map { frame in
            frame.observations.filter { $0.track == 1 }.map { "\(frame.frame): \(Int($0.box.left)) \($0.source)" }
        }.flatMap(\.self)
        #expect(
            lefts == [
                "0: 0 detected", "1: 10 interpolated", "2: 20 detected", "3: 20 interpolated", "4: 20 interpolated",
                "7: 50 detected", "8: 50 interpolated",
            ])
        // Ids count from 0 there, and from 1 here.
        #expect(document.frames[1].observations.map(\.track) == [1, 5])
        #expect(document.frames[1].observations.map(\.label) == ["a", "b"])
        #expect(document.header?.source.size == PixelSize(width: 640, height: 360))
        #expect(document.header?.source.declaredFrameCount == 9)
    }

    @Test(
        "a Label Studio annotation by hand: lines while enabled, the annotation before the prediction, percent of the picture"
    )
    func labelStudioByHand() throws {
        let folder = try ScratchFolder()
        func entry(_ frame: Int, _ x: Int, _ isEnabled: Bool) -> String {
            "{\"frame\": \(frame), \"enabled\": \(isEnabled), \"x\": \(x), \"y\": 50, \"width\": 10, \"height\": 20}"
        }
        let path = try folder.put(
            """
            {"id": 7, "data": {"video": "a.mp4", "fps": 10}, "predictions": [{"result": []}], "annotations": [{"result": [
            {"type": "choices", "value": {"choices": ["x"]}},
            {"id": "kJ3", "type": "videorectangle", "score": 0.5, "value": {"framesCount": 9, "labels": ["cat"], "sequence": [
            \(entry(1, 0, true)), \(entry(3, 20, false)), \(entry(5, 40, false)), \(entry(8, 50, true))]}}]}]}
            """, in: "a.labelstudio.json")
        let size = PixelSize(width: 200, height: 100)
        let document = try TrackFile.read(path, options: TrackReadingOptions(pictureSize: size))
        #expect(
            document.frames.map { "\($0.frame): \(Int($0.observations[0].box.left)) \($0.observations[0].source)" } == [
                "0: 0 detected", "1: 20 interpolated", "2: 40 detected", "4: 80 detected", "7: 100 detected",
                "8: 100 interpolated",
            ])
        #expect(document.frames[4].time == 0.7)
        let first = document.frames[0].observations[0]
        #expect(first.box == Box(left: 0, top: 50, width: 20, height: 20))
        #expect(first.label == "cat" && first.confidence == 0.5 && first.track == 1)
        #expect(document.header?.source.nominalFrameRate == 10)
    }

    @Test("Label Studio's entries are enabled up to the last of each span")
    func labelStudioSpans() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.labelstudio.json")
        try Samples.write(Self.frames, with: TrackFormat.labelStudio.makeWriter(path, TrackWritingOptions()))
        let closed = try folder.text(of: "a.labelstudio.json").split(separator: "\n")
            .filter { $0.contains("\"enabled\": false") }
        #expect(closed.count == 2)
        #expect(closed[0].contains("\"frame\": 40,") && closed[1].contains("\"frame\": 55,"))
        try #expect(TrackFile.read(path).frames.map(\.frame) == Array(0..<40) + Array(42..<55))
    }
}
