import Testing
import TrackFormats

/// Faults in the formats that other tools write.
extension MalformedFileTests {
    private static let kittiRow = "0 1 Car 0 0 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10"
    private static let vaticRow = "1 1 2 3 4 0 0 0 0 \"face\""

    private static func xml(_ track: String) -> String {
        "<annotations>\n<version>1.1</version>\n<track id=\"1\" label=\"face\">\n\(track)\n</track>\n</annotations>\n"
    }

    private static func box(_ changes: String = "") -> String {
        "<box frame=\"0\" outside=\"0\" occluded=\"0\" keyframe=\"1\" xtl=\"1\" ytl=\"2\" xbr=\"3\" ybr=\"4\"\(changes)/>"
    }

    private static func region(_ entry: String) -> String {
        """
        [{"data": {"fps": 25}, "annotations": [{"result": [
        {"id": "a", "type": "videorectangle", "original_width": 100, "original_height": 100, "value": {"sequence": [
        {\(entry)}]}}]}]}]
        """
    }

    private static let entry = "\"frame\": 1, \"x\": 1, \"y\": 2, \"width\": 3, \"height\": 4"

    private static func coco(_ annotation: String) -> String {
        """
        {"images": [
        {"id": 1, "frame_index": 0}],
        "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4]},
        {\(annotation)}]}
        """
    }

    private static func cue(_ text: String) -> String { "WEBVTT\n\n00:00.000 --> 00:00.040\n\(text)\n" }

    static let handedOnCases = [
        Case("too few values", "a.kitti.txt", "0 1 Car 0 0\n", line: 1, "5 values"),
        Case("commas", "a.kitti.txt", "0,1,Car\n", line: 1, "between spaces"),
        Case("a word", "a.kitti.txt", kittiRow + "\n" + kittiRow + " high\n", line: 2, "score is \"high\""),
        Case("half a frame", "a.kitti.txt", "0.5" + kittiRow.dropFirst() + "\n", line: 1, "frame is \"0.5\""),
        Case("frame -1", "a.kitti.txt", "-1" + kittiRow.dropFirst() + "\n", line: 1, "frame is -1"),
        Case("same id twice", "a.kitti.txt", kittiRow + "\n\n" + kittiRow + "\n", line: 3, "a second time"),
        Case(
            "right of left", "a.kitti.txt", kittiRow.replacing(" 1 2 3 4 ", with: " 9 2 3 4 "), line: 1,
            "lies left of left"),
        Case("id -2", "a.kitti.txt", "0 -2" + kittiRow.dropFirst(3), line: 1, "id is -2"),

        Case("too few values", "a.vatic.txt", "1 2 3 4 5 6 0 0 0\n", line: 1, "9 values"),
        Case("open quote", "a.vatic.txt", vaticRow + "\n1 1 2 3 4 1 0 0 0 \"face\n", line: 2, "never closed"),
        Case("lost 2", "a.vatic.txt", vaticRow.replacing(" 0 0 0 0 ", with: " 0 2 0 0 "), line: 1, "lost is \"2\""),
        Case("same id twice", "a.vatic.txt", vaticRow + "\n" + vaticRow, line: 2, "a second time"),
        Case("above", "a.vatic.txt", vaticRow.replacing(" 1 2 3 4 ", with: " 1 9 3 4 "), line: 1, "lies above ymin"),

        Case("nothing", "a.xml", "", line: 1, "not valid XML"),
        Case("another file", "a.xml", "frame,time\n", line: 1, "not valid XML"),
        Case("another document", "a.xml", "<html>\n</html>", line: 1, "outermost tag is <html>"),
        Case("images", "a.xml", "<annotations>\n<image id=\"0\"/></annotations>", line: 2, "format for images"),
        Case("cut off", "a.xml", "<annotations>\n<track id=\"1\" label=\"face\">\n", line: 2, "ends before all tags"),
        Case(
            "tags that cross", "a.xml", "<annotations>\n<a><b></a>\n</annotations>", line: 2, "not the one that is open"
        ),
        Case("an open &", "a.xml", "<annotations>\n&nothing;\n</annotations>", line: 2, "not valid XML"),
        Case("no label", "a.xml", "<annotations>\n<track id=\"1\"/></annotations>", line: 2, "no attribute label"),
        Case(
            "no corner", "a.xml", xml(box().replacing("ybr=\"4\"", with: "")), line: 4, "the box has no attribute ybr"),
        Case("a word", "a.xml", xml(box().replacing("\"3\"", with: "\"x\"")), line: 4, "xbr is \"x\""),
        Case("outside yes", "a.xml", xml(box().replacing("side=\"0\"", with: "side=\"yes\"")), line: 4, "outside is"),
        Case("turned over", "a.xml", xml(box().replacing("\"4\"", with: "\"1\"")), line: 4, "ybr is above ytl"),
        Case("frame twice", "a.xml", xml(box() + "\n" + box()), line: 5, "track 1 is in frame 0 a second time"),
        Case(
            "confidence 2", "a.xml",
            xml(box().replacing("/>", with: "><attribute name=\"confidence\">2</attribute></box>")), line: 4,
            "confidence is \"2\""),
        Case(
            "a span beyond all", "a.xml",
            xml(box() + "\n" + box().replacing("frame=\"0\"", with: "frame=\"999999999999\"")), line: 4,
            "would stand for 999999999999 frames"),

        Case("nothing", "a.labelstudio.json", "", line: 1, "not valid JSON"),
        Case("not a task", "a.labelstudio.json", "[\n{\"id\": 1}]", line: 2, "no \"data\""),
        Case(
            "two tasks", "a.labelstudio.json", region(entry).dropLast() + ",\n" + region(entry).dropFirst(), line: 1,
            "2 tasks"),
        Case("no annotation", "a.labelstudio.json", "[\n{\"data\": {}}]", line: 2, "no annotation and no prediction"),
        Case("no width", "a.labelstudio.json", region("\"frame\": 1, \"x\": 1, \"y\": 1"), line: 3, "has no \"width\""),
        Case("frame 0", "a.labelstudio.json", region(entry.replacing("1, \"x", with: "0, \"x")), line: 3, "frame is 0"),
        Case("frame twice", "a.labelstudio.json", region(entry + "},\n{" + entry), line: 4, "a second time"),
        Case(
            "x in words", "a.labelstudio.json", region(entry.replacing("\"x\": 1", with: "\"x\": \"1\"")), line: 3,
            "x is not a number"),
        Case(
            "no size", "a.labelstudio.json", region(entry).replacing("original_width", with: "width"), line: 2,
            "--width and --height"),

        Case("a list", "a.coco.json", "\n[]", line: 2, "not an object"),
        Case("no images", "a.coco.json", "{\"annotations\": []}", line: 1, "no \"images\""),
        Case(
            "no frame", "a.coco.json", "{\"images\": [\n{\"id\": 1}], \"annotations\": []}", line: 2,
            "no \"frame_index\""),
        Case(
            "no such image", "a.coco.json", coco("\"image_id\": 7, \"category_id\": 1, \"bbox\": [1, 2, 3, 4]"),
            line: 5, "image_id is 7"),
        Case(
            "three numbers", "a.coco.json", coco("\"image_id\": 1, \"category_id\": 1, \"bbox\": [1, 2, 3]"), line: 5,
            "has 3 numbers, not 4"),
        Case(
            "negative width", "a.coco.json", coco("\"image_id\": 1, \"category_id\": 1, \"bbox\": [1, 2, -3, 4]"),
            line: 5, "width is -3"),
        Case(
            "track -1", "a.coco.json",
            coco("\"image_id\": 1, \"track_id\": -1, \"category_id\": 1, \"bbox\": [1, 2, 3, 4]"), line: 5,
            "track_id is -1"),
        Case("cut off", "a.coco.json", String(coco("").dropLast(4)), line: 5, "not valid JSON"),

        Case("nothing", "a.vtt", "", line: 1, "not WEBVTT"),
        Case("subtitles of another kind", "a.vtt", "1\n00:00:00,000 --> 00:00:01,000\nx\n", line: 1, "not WEBVTT"),
        Case("captions", "a.vtt", cue("face 1 enters"), line: 4, "captions and no tracks"),
        Case("decimal comma", "a.vtt", "WEBVTT\n\n00:00,000 --> 00:00,040\n{}\n", line: 3, "the times are not as in"),
        Case("no times", "a.vtt", "WEBVTT\n\n{\"frame\": 0}\n", line: 3, "holds no line with -->"),
        Case("no frame", "a.vtt", cue("{}"), line: 4, "has no \"frame\""),
        Case("cut off", "a.vtt", cue("{\"frame\": 0, \"ti"), line: 4, "not valid JSON"),
        Case(
            "frame twice", "a.vtt", cue("{\"frame\": 0}") + "\n00:01.000 --> 00:02.000\n{\"frame\": 0}\n", line: 7,
            "a second time"),
    ]
}
