import Testing
import TrackFormats
import TrackModel

@Suite("Checking a file against the rules of its readers")
struct TrackFileCheckTests {
    private static let motRow = "1,1,2,3,4,5,1,-1,-1,-1\n"
    private static let kittiTail = "-1 -1 -1 -1000 -1000 -1000 -10"

    private static func xml(_ boxes: [String], label: String = "face") -> String {
        """
        <annotations><meta><task><size>5</size><labels><label><name>face</name></label></labels></task></meta>
        <track id="1" label="\(label)">
        \(boxes.joined(separator: "\n"))
        </track></annotations>
        """
    }

    private static func box(_ frame: Int, keyframe: Int = 1, outside: Int = 0) -> String {
        "<box frame=\"\(frame)\" outside=\"\(outside)\" occluded=\"0\" keyframe=\"\(keyframe)\" xtl=\"1\" ytl=\"2\" "
            + "xbr=\"3\" ybr=\"4\"/>"
    }

    private static func labelStudio(_ entries: [String]) -> String {
        """
        [{"data": {"fps": 25}, "annotations": [{"result": [
        {"from_name": "box", "to_name": "video", "type": "videorectangle", "original_width": 100, "original_height": 100,
        "value": {"framesCount": 3, "duration": 0.12, "labels": ["face"], "sequence": [
        \(entries.joined(separator: ",\n"))]}}]}]}]
        """
    }

    private static func entry(
        _ frame: Int, x: Double = 1, enabled: Bool = false, rotation: String = ", \"rotation\": 0"
    ) -> String {
        "{\"frame\": \(frame), \"enabled\": \(enabled), \"x\": \(x), \"y\": 2, \"width\": 3, \"height\": 4, \"time\": 0\(rotation)}"
    }

    private static func coco(
        video: String = "\"name\": \"a\", \"neg_category_ids\": [], \"not_exhaustive_category_ids\": []",
        annotation: String = "\"track_id\": 1, \"category_id\": 1"
    ) -> String {
        """
        {"videos": [{"id": 1, \(video)}], "tracks": [{"id": 1, "category_id": 1}],
        "categories": [{"id": 1, "name": "face"}], "images": [{"id": 1, "video_id": 1, "frame_index": 0}],
        "annotations": [
        {"id": 1, "image_id": 1, "video_id": 1, "bbox": [1, 2, 3, 4], \(annotation)}]}
        """
    }

    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        /// "2 error words": line (0 for none), severity and part of the message of each finding, in order.
        let findings: [String]

        init(_ name: String, _ text: String, _ findings: String...) {
            self.name = name
            self.text = text
            self.findings = findings
        }

        var testDescription: String { "\(name): \(findings.joined(separator: "; "))" }
    }

    static let cases = [
        Case("a.txt", motRow),
        Case("gt.txt", "1,1,2,3,4,5,1,1,0.9\n"),
        Case(
            "a.txt", motRow + "x\n" + motRow + "0,1,2,3,4,5\n", "2 error 1 values", "3 error a second time",
            "4 error frame is 0"),
        Case("a.txt", motRow + "2,1,2,3,4,5,1\n", "2 error as many values in every line"),
        Case("a.txt", motRow + "2 1 2 3 4 5 1 -1 -1 -1\n", "2 error the separator of line 1"),
        Case("a.txt", "1,1,2,3,4,5,1,3,-1,-1\n", "1 error class 1 (pedestrian) or -1 only"),
        Case("a.txt", "8,1,2,3,0,5,1,-1,-1,-1\n", "1 error beyond the video's 7 frames", "1 warning no area"),
        Case("gt.txt", motRow + "2,1,2,3,4,5,1,1,1,1\n", "1 error TrackEval knows 1 to 13"),
        Case("gt.txt", "1,1,2,3,4,5,1\n", "1 error at least 8 values in ground truth"),
        Case("a.kitti.txt", "0 1 Car 0 0 0 1 2 3 4 \(kittiTail)\n"),
        Case("a.kitti.txt", "0 1 Face 0 0 0 1 2 3 4 \(kittiTail)\n", "1 error the type is Face"),
        Case(
            "a.kitti.txt", "0 1 Car 3 0 0 1 2 3 4 \(kittiTail)\n1 1 Car 0 9 0 1 2 3 4 \(kittiTail) 1\n",
            "1 error truncated is 3", "2 error as many values", "2 error occluded is 9"),
        Case("a.vatic.txt", "1 1 2 3 4 0 0 0 0 \"old face\"\n", "1 error has a space"),
        Case(
            "a.vatic.txt", "1 1 2 3 4 0 0 0 0\n1 x 2 3 4 0 0 0 0 \"face\"\n", "1 error 9 values",
            "2 error xmin is \"x\""),
        Case("a.xml", xml([box(0), box(3, outside: 1)])),
        Case("a.xml", xml([box(0), box(4)])),
        Case("a.xml", xml([box(0)]), "3 warning keeps this one until the video ends"),
        Case(
            "a.xml", xml([box(0), box(3, keyframe: 0, outside: 1)]), "4 error CVAT imports key frames only", "4 warning"
        ),
        Case("a.xml", xml([box(0, keyframe: 0), box(3, outside: 1)]), "3 error a track must begin"),
        Case(
            "a.xml", xml([box(3), box(1), box(9, outside: 1)]), "4 error frame 1 comes after frame 3",
            "5 error beyond the task's 5"),
        Case("a.xml", xml([box(0), box(3, outside: 1)], label: "cat"), "2 error the label cat is not among"),
        Case("a.xml", xml([]), "2 error the track has no box"),
        Case("a.xml", "<annotations></annotations>", "0 error there is no <meta>"),
        Case(
            "a.xml", xml(["<ellipse/>", box(0), "<box/>", box(3, outside: 1)]), "3 warning <ellipse> is no box",
            "5 error no attribute frame"),
        Case("a.labelstudio.json", labelStudio([entry(1), entry(3)])),
        Case("a.labelstudio.json", labelStudio([entry(1, enabled: true)]), "4 warning keeps it until the video ends"),
        Case("a.labelstudio.json", labelStudio([entry(1), entry(4)]), "5 error beyond the framesCount of 3"),
        Case(
            "a.labelstudio.json", labelStudio([entry(1, x: 101)]), "4 warning over the picture's edge",
            "4 error above 100 percent"),
        Case(
            "a.labelstudio.json", labelStudio([entry(1), entry(2, x: 98), entry(3, x: -1)]),
            "5 warning from here on, 2 boxes"),
        Case(
            "a.labelstudio.json", labelStudio([entry(1, rotation: "")]), "4 error enabled, rotation or time is missing"),
        Case(
            "a.labelstudio.json", labelStudio([entry(2, rotation: ", \"rotation\": 30"), entry(1)]),
            "4 warning turned by 30", "5 warning frame 1 comes after"),
        Case("a.labelstudio.json", labelStudio([]), "2 error the sequence is empty"),
        Case("a.coco.json", coco()),
        Case("a.coco.json", coco(video: "\"name\": \"a\""), "1 error neg_category_ids"),
        Case(
            "a.coco.json", coco(annotation: "\"track_id\": 2, \"category_id\": 3"), "4 error category_id is 3",
            "4 error track_id is 2"),
        Case("a.coco.json", "{\"images\": [], \"annotations\": []}", "1 error no \"videos\""),
        Case("a.vtt", "WEBVTT\nx\n\nNOTE free\n\n\n00:00.000 --> 00:00.040\n{\"frame\": 0}\n", "2 error not empty"),
        Case(
            "a.vtt",
            "WEBVTT\n\na\n00:01.000 --> 00:01.000\n{\"frame\": 1}\n\na\n00:00.000 --> 00:00.040\n{\"frame\": 0, \"x\": \"-->\"}\n",
            "4 error no later than it starts", "7 error identifier a is there twice", "8 error starts must ascend",
            "9 error holds -->"),
        Case("a.captions.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nface 1 enters\n"),
        Case("a.captions.vtt", "WEBVTT\n\n00:00.000 -> 00:02.000\nface 1 enters\n", "3 error holds no line with -->"),
        Case(
            "a.csv", "frame,time,left,top,width,height\n0,1,1,1,1,1\n1,0.5,1,1,1,1\n",
            "0 warning lies before that of frame 0"),
        Case("a.csv", "frame,left,top,width,height\n0,1,1,-1,1\n", "2 error width is -1"),
        Case("a.json", "{\n\"format\": \"tracklet\",\n\"tracks\": [\n{\"track\": 0}]}", "4 error track"),
    ]

    @Test("tells each broken rule with its line", arguments: cases)
    func findings(one: Case) throws {
        let folder = try ScratchFolder()
        let path = try folder.put(one.text, in: one.name)
        let check = try TrackFileCheck(path, options: TrackReadingOptions(frameCount: 7))
        let told = check.findings.map { "\($0.line ?? 0) \($0.severity) \($0.message)" }
        try #require(told.count == one.findings.count, "\(told)")
        for (finding, expected) in zip(check.findings, one.findings) {
            let parts = expected.split(separator: " ", maxSplits: 2).map(String.init)
            #expect("\(finding.line ?? 0)" == parts[0] && finding.severity.rawValue == parts[1], "\(told)")
            #expect(parts.count < 3 || finding.message.contains(parts[2]), "\(told)")
        }
    }

    @Test("finds nothing wrong with what is written here", arguments: FormatTests.cases)
    func ours(one: FormatTests.Case) throws {
        let folder = try ScratchFolder()
        try FormatTests().write(one, to: folder.file("out"))
        let check = try TrackFileCheck(
            folder.file("out"), format: one.format, options: TrackReadingOptions(motPixelBase: one.pixelBase))
        #expect(check.findings.filter { $0.severity == .error } == [])
    }
}
