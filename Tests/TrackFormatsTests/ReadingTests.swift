import Testing
import TrackFormats
import TrackModel

@Suite("Reading what other programs write")
struct ReadingTests {
    @Test(
        "CSV with other columns, order, line ends, quotes and a byte order mark",
        arguments: [
            "\u{FEFF}height,width,note,top,left,track,frame\n4,3,x,2,1,7,12\n",
            "frame,track,left,top,width,height\r\n12,7,1,2,3,4",
            "frame,track,left,top,width,height\n\n\"12\",\"7\",\"1\",\"2\",\"3\",\"4\"\n\n",
            "\"frame\",\"track\",\"left\",\"top\",\"width\",\"height\"\r\n12.0,7,1e0,+2,3.,4\r\n",
        ])
    func csv(text: String) throws {
        let folder = try ScratchFolder()
        let document = try TrackFile.read(
            folder.put(text, in: "a.csv"), options: TrackReadingOptions(label: "face", frameRate: 24))
        #expect(
            document.frames == [
                FrameObservations(
                    frame: 12, time: 0.5,
                    observations: [
                        Observation(
                            track: 7, label: "face", box: Box(left: 1, top: 2, width: 3, height: 4), confidence: 1,
                            source: .detected)
                    ])
            ])
    }

    @Test(
        "MOTChallenge text of 6 to 10 values, between commas or white space",
        arguments: [
            "3,7,11,21,30,40", "3,7,11,21,30,40,1", "3, 7, 11.0, 21, 30, 40, -1, -1, -1, -1\r\n",
            "3 7 11 21 30 40 1 1 0.9", "  3\t7\t11\t21\t30\t40\t17.5\n", "3.000e+00,7.000e+00,11,21,30,40,1,1,1\n\n",
        ])
    func mot(text: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.put(text, in: "a.txt")
        let frames = try TrackFile.read(path).frames
        let observation = try #require(frames.first?.observations.first)
        #expect(frames.count == 1 && frames[0].frame == 2 && observation.track == 7 && observation.confidence == 1)
        #expect(observation.box == Box(left: 10, top: 20, width: 30, height: 40))

        let unshifted = try TrackFile.read(path, options: TrackReadingOptions(motPixelBase: .zero))
        #expect(unshifted.frames.first?.observations.first?.box == Box(left: 11, top: 21, width: 30, height: 40))
    }

    @Test("rows in any order become frames in order")
    func anyOrder() throws {
        let folder = try ScratchFolder()
        let path = try folder.put("2,1,1,1,5,5\n1,2,1,1,5,5\n2,9,1,1,5,5\n1,1,1,1,5,5\n2,3,1,1,5,5\n", in: "a.txt")
        let frames = try TrackFile.read(path).frames
        #expect(frames.map(\.frame) == [0, 1])
        #expect(frames.map { $0.observations.map(\.track) } == [[1, 2], [1, 3, 9]])
    }

    @Test("JSON with other members, escapes and space")
    func json() throws {
        let folder = try ScratchFolder()
        let text = """
            \u{FEFF}{"extra": [null, true, {"a": [1e3, "x"]}], "tracks": [ {"label":"\\u0066\\uD83D\\uDE00\\n","note":0,
            "observations":[{"frame":3.0,"time":0.12,"left":1,"top":2,"width":3,"height":4e0,"age":[]}],"track":7}],"format":"tracklet"}
            """
        let document = try TrackFile.read(folder.put(text, in: "a.json"))
        #expect(document.frames.map(\.frame) == [3] && document.frames[0].time == 0.12)
        #expect(document.frames[0].observations.map(\.label) == ["f\u{1F600}\n"])
        #expect(document.frames[0].observations.map(\.track) == [7])
        #expect(document.frames[0].observations.map(\.box) == [Box(left: 1, top: 2, width: 3, height: 4)])
        #expect(document.header == nil)
    }

    @Test("detections of a det.txt, in its order, and of JSON Lines")
    func detections() throws {
        let folder = try ScratchFolder()
        let mot = try folder.put(
            "2,-1,5,6,7,8,0.25,-1,-1,-1\n2,-1,1,1,2,2,0.75,-1,-1,-1\n5,-1,1,1,2,2,-1\n", in: "det.txt")
        let expected = [
            1: [
                Detection(box: Box(left: 4, top: 5, width: 7, height: 8), confidence: 0.25, label: "face"),
                Detection(box: Box(left: 0, top: 0, width: 2, height: 2), confidence: 0.75, label: "face"),
            ],
            4: [Detection(box: Box(left: 0, top: 0, width: 2, height: 2), confidence: 1, label: "face")],
        ]
        func found(_ records: [DetectionRecord]) -> [Int: [Detection]] {
            Dictionary(uniqueKeysWithValues: records.map { ($0.frame, $0.detections ?? []) })
        }
        let read = try DetectionFile.read(mot, options: TrackReadingOptions(label: "face"))
        #expect(found(read) == expected)
        #expect(read.allSatisfy { $0.time == nil }, "the format has no times")

        let writer = DetectionWriter([try TrackOutput(folder.file("a.jsonl"))])
        try writer.begin(Samples.header)
        for frame in 0..<6 {
            try writer.write(frame: frame, time: Double(frame), detections: expected[frame] ?? [])
        }
        try writer.finish()
        let again = try DetectionFile.read(folder.file("a.jsonl"))
        #expect(found(again).filter { !$0.value.isEmpty } == expected)
        #expect(again.map(\.frame) == Array(0..<6), "frames in which nothing was found are there too")
        #expect(again.map(\.time) == (0..<6).map(Double.init))
    }
}
