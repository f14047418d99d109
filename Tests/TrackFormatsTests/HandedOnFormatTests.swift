import Foundation
import Testing
import TrackFormats
import TrackModel

@Suite("Formats that are read elsewhere")
struct HandedOnFormatTests {
    private static func frame(_ index: Int, _ tracks: [Int], label: String = "face", rate: Double = 25)
        -> FrameObservations
    {
        FrameObservations(
            frame: index, time: Double(index) / rate,
            observations: tracks.map { track in
                Observation(
                    track: track, label: label, box: Box(left: 10, top: 20, width: 30, height: 40), confidence: 1,
                    source: .detected)
            })
    }

    private func written(_ frames: [FrameObservations], _ format: TrackFormat) throws -> String {
        let folder = try ScratchFolder()
        try Samples.write(frames, with: format.makeWriter(folder.file("out"), TrackWritingOptions()))
        return try folder.text(of: "out")
    }

    @Test(
        "ids that count from 0 are one higher here",
        arguments: [
            (
                "a.kitti.txt",
                "3 0 Car 0 0 -10 1 2 3 4 -1 -1 -1 -1 -1 -1 -1\n3 1 Van 0 0 0 1 2 3 4 -1 -1 -1 -1 -1 -1 -1 17\n"
            ),
            (
                "a.vatic.txt",
                "0 1 2 3 4 3 0 0 0 \"Car\"\n1 1 2 3 4 3 0 1 1 \"Van\" \"walks\"\n9 1 2 3 4 3 1 0 0 \"gone\"\n"
            ),
            (
                "a.coco.json",
                """
                {"images": [{"id": 9, "frame_index": 3}], "categories": [{"id": 1, "name": "Car"}, {"id": 2, "name": "Van"}],
                "annotations": [{"id": 1, "image_id": 9, "track_id": 0, "category_id": 1, "bbox": [1, 2, 2, 2]},
                {"id": 2, "image_id": 9, "track_id": 1, "category_id": 2, "bbox": [1, 2, 2, 2],
                "segmentation": [[1, 2, 3, 2, 3, 4, 1, 4]]}]}
                """
            ),
        ])
    func zeroBased(name: String, text: String) throws {
        let folder = try ScratchFolder()
        let frames = try TrackFile.read(folder.put(text, in: name)).frames
        #expect(frames.map(\.frame) == [3])
        #expect(frames[0].observations.map(\.track) == [1, 2])
        #expect(frames[0].observations.map(\.label) == ["Car", "Van"])
        #expect(
            frames[0].observations.allSatisfy {
                $0.box == Box(left: 1, top: 2, width: 2, height: 2) && $0.corners == nil
            })
    }

    @Test("KITTI's regions to ignore are no tracks, and its own ids -1 are detections")
    func kitti() throws {
        let folder = try ScratchFolder()
        let text = """
            0 -1 DontCare -1 -1 -10 1 2 30 40 -1 -1 -1 -1000 -1000 -1000 -10
            0 5 Pedestrian 0 1 -1.5 10.5 20 30 40 1 1 1 2 2 2 0.1
            """
        #expect(
            try TrackFile.read(folder.put(text, in: "a.kitti.txt")).frames.flatMap(\.observations).map(\.track) == [5])
    }

    @Test("KITTI's types are the labels that have one, whatever their case, else Pedestrian")
    func kittiTypes() throws {
        for (label, type) in [
            ("car", "Car"), ("CYCLIST", "Cyclist"), ("face", "Pedestrian"), ("DontCare", "Pedestrian"),
        ] {
            #expect(TrackFormat.kitti.labelAsWritten(label) == type)
            #expect(try written([Self.frame(0, [1], label: label)], .kitti).contains("0 1 \(type) -1"))
        }
    }

    @Test(
        "a cue lasts until the next frame, also over frames that were left out, and the last as long as the one before")
    func cues() throws {
        let text = try written(
            [Self.frame(0, [1]), Self.frame(1, []), Self.frame(3, [1]), Self.frame(100, [1])], .webVTT)
        #expect(
            text.split(separator: "\n").filter { $0.contains("-->") } == [
                "00:00:00.000 --> 00:00:00.040", "00:00:00.120 --> 00:00:00.160", "00:00:04.000 --> 00:00:04.040",
            ])
    }

    @Test("an arrow in a label breaks no cue, nor do times that fall together")
    func arrows() throws {
        let folder = try ScratchFolder()
        var frames = [
            Self.frame(0, [1], label: "a-->b ---> c", rate: 1e6), Self.frame(1, [1], label: "\n\n", rate: 1e6),
        ]
        frames[0].time = -2
        let path = folder.file("a.vtt")
        try Samples.write(frames, with: TrackFormat.webVTT.makeWriter(path, TrackWritingOptions()))
        #expect(try TrackFileCheck(path).findings == [])
        #expect(try TrackFile.read(path).frames == frames)
    }

    @Test("captions tell who enters, leaves for a second or more, and returns, in the order of their times")
    func captions() throws {
        let frames = (0..<200).map { index in
            var tracks = [1]
            // Away for half a second; away for two; new while the leaving is not yet known.
            if !(10..<22).contains(index) && !(50..<100).contains(index) { tracks.append(2) }
            if index >= 60 && index < 190 { tracks.append(3) }
            return Self.frame(index, tracks, label: "<face> & co")
        }
        let cues = try written(frames, .captions).split(separator: "\n").dropFirst().map(String.init)
        let name = "&lt;face&gt; &amp; co"
        #expect(
            cues == [
                "00:00:00.000 --> 00:00:02.000", "\(name) 1 enters", "00:00:00.000 --> 00:00:02.000",
                "\(name) 2 enters",
                "00:00:01.960 --> 00:00:03.960", "\(name) 2 leaves", "00:00:02.400 --> 00:00:04.400",
                "\(name) 3 enters",
                "00:00:04.000 --> 00:00:06.000", "\(name) 2 returns",
            ])
    }

    @Test("captions cannot be read, and say so")
    func captionsAreWriteOnly() throws {
        let folder = try ScratchFolder()
        let path = try folder.put("WEBVTT\n\n00:00.000 --> 00:02.000\nface 1 enters\n", in: "a.captions.vtt")
        let error = #expect(throws: TrackletError.self) { try TrackFile.read(path) }
        #expect(error?.kind == .usage && error?.message.contains("hold no boxes") == true)
    }

    @Test(
        "what a format needs and nobody told is refused before anything is opened",
        arguments: TrackFormat.all.map(\.name))
    func needs(name: String) throws {
        let format = try #require(TrackFormat.named(name))
        let folder = try ScratchFolder()
        let nothing = TrackFileHeader(
            source: SourceFacts(name: "x", size: PixelSize(width: 0, height: 0)), producer: "")
        if !format.needs.intersection([.pictureSize, .frameRate]).isEmpty {
            let error = #expect(throws: TrackletError.self) {
                try format.makeWriter(folder.file("out"), TrackWritingOptions()).begin(nothing)
            }
            #expect(error?.kind == .usage && error?.message.contains("--") == true)
        }
        if !format.holds.contains(.detections) {
            let error = #expect(throws: TrackletError.self) {
                try format.makeWriter(folder.file("out"), TrackWritingOptions(content: .detections)).begin(
                    Samples.header)
            }
            #expect(error?.message.contains("holds tracks only") == true)
        }
        try #expect(folder.names == [])
    }

    @Test("what a format cannot hold is told")
    func losses() {
        let document = TrackDocument(header: Samples.header, frames: Samples.frames)
        #expect(TrackFormat.json.losses(of: document) == ["frames with nothing in them (3)"])
        #expect(
            TrackFormat.mot.losses(of: document) == [
                "times", "labels (Gesicht ä😀, face, page, \"A4\")", "sources (detected, tracked …)", "corners",
                "landmarks",
                "frames with nothing in them (3)", "the facts of the source and the options of the run",
            ])
        #expect(TrackFormat.vatic.losses(of: document).contains("the label page, \"A4\", which becomes page,_'A4'"))
        #expect(TrackFormat.captions.losses(of: document).first == "boxes")
        let plain = TrackDocument(frames: [Self.frame(0, [1], label: "object")])
        for format in TrackFormat.all where format.holds.contains(.boxes) {
            #expect(format.losses(of: plain, assumedLabel: "object").isEmpty || format.name == "kitti")
        }
        var changing = [Self.frame(0, [1]), Self.frame(1, [1], label: "page")]
        changing[1].time = 0
        #expect(
            TrackFormat.cvat.losses(of: TrackDocument(frames: changing)) == ["a change of label within a track (1)"])
    }
}
