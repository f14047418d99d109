import Foundation
import TestWorld
import Testing
import TrackModel
import VideoIO

@testable import TrackReport

@Suite("The page of a run")
struct PageTests {
    private let folder: Stage.Folder

    init() throws { folder = try Stage.Folder() }

    /// The page of a run over the plain fixture, and the data in it.
    private func page(
        _ timeline: TrackTimeline, run: ReportRun = ReportRun(), change: (inout RenderRequest) throws -> Void = { _ in }
    ) throws -> (text: String, data: [String: Any]) {
        var request = RenderRequest()
        request.report = folder("page.html")
        try change(&request)
        _ = try VideoRendering(request).run(
            try PictureReader(Stage.plain), timeline: timeline, origin: "t.csv", producer: "test 1", run: run)
        let text = String(decoding: try folder.data("page.html"), as: UTF8.self)
        return (text, try Self.data(in: text))
    }

    private static func data(in page: String) throws -> [String: Any] {
        let begin = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: begin.upperBound..<page.endIndex))
        let json = Data(page[begin.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    private let steady = Stage.timeline(5..<20) { _ in Box(left: 20, top: 16, width: 12, height: 16) }

    @Test("all a page says of a small run")
    func contents() throws {
        var run = ReportRun(options: ["interval": "10", "confirm": "2"], lines: [("Speed", "250 frames/s")])
        run.warnings = ["Something is odd."]
        let (text, data) = try page(steady, run: run)
        #expect(text.hasPrefix("<!doctype html>") && text.hasSuffix("</html>\n") && !text.contains("{{"))
        let source = try #require(data["source"] as? [String: Any])
        #expect(source["name"] as? String == "plain.mp4" && source["width"] as? Int == 64)
        #expect((data["frames"] as? [String: Any])?["count"] as? Int == 25)
        #expect(data["emptyFrames"] as? Int == 10 && data["mostAtOnce"] as? Int == 1)
        #expect((data["options"] as? [[String: String]])?.map { $0["name"] } == ["confirm", "interval"])
        #expect((data["run"] as? [[String: String]])?.first == ["name": "Speed", "text": "250 frames/s"])
        #expect(data["warnings"] as? [String] == ["Something is odd."])
        let tracks = try #require(data["tracks"] as? [[String: Any]])
        let track = try #require(tracks.first)
        #expect(tracks.count == 1 && track["firstFrame"] as? Int == 5 && track["lastTime"] as? Double == 1.9)
        #expect(track["color"] as? String == "#e69f00" && track["still"] as? Int == 0)
        let numbers = try #require(track["numbers"] as? [String: Any])
        #expect(numbers["observations"] as? Int == 15 && numbers["sources"] as? [Int] == [15, 0, 0, 0, 0])
        // The best of each third of its time.
        let pictures = try #require(track["pictures"] as? [[String: Any]])
        #expect(Set(pictures.compactMap { $0["frame"] as? Int }.map { ($0 - 5) / 5 }) == [0, 1, 2])
        let jpeg = try #require(Data(base64Encoded: pictures[0]["jpeg"] as? String ?? ""))
        #expect(jpeg.prefix(2) == Data([0xFF, 0xD8]))
        #expect((data["heat"] as? [String: Any])?["most"] as? Double == 15)
        #expect(data["audit"] == nil)
    }

    @Test(
        "nobody's text ends the data or becomes markup",
        arguments: [
            "</script><script>alert(1)</script>", "<!--<script>", "\"'&\u{2028}{{script}}", "face\u{0}\u{1F600}",
        ])
    func escaping(label: String) throws {
        let timeline = Stage.timeline(0..<9, label: label) { _ in Box(left: 20, top: 16, width: 12, height: 16) }
        let plain = try page(steady).text
        let (text, data) = try page(timeline, run: ReportRun(warnings: [label])) { $0.overwrite = true }
        #expect((data["tracks"] as? [[String: Any]])?.first?["label"] as? String == label)
        for part in ["<script", "</script", "<!--", "<"] {
            #expect(text.components(separatedBy: part).count == plain.components(separatedBy: part).count)
        }
        #expect(ReportPage.escaped("<a b='\"&\">") == "&lt;a b=&#39;&quot;&amp;&quot;&gt;")
    }

    @Test("a page names no place outside: its policy allows its own script by digest, and the video beside it")
    func policy() throws {
        let text = try page(steady).text
        #expect(text.contains("default-src 'none'; script-src 'sha256-") && !text.contains("unsafe"))
        #expect(!text.contains("http://") && !text.contains("https://") && !text.contains("@import"))
    }

    @Test(
        "the video is named by the way from the page to it",
        arguments: [
            ("/a/b/seen.mp4", "/a/b/page.html", "./seen.mp4"), ("/a/v.mp4", "/a/b/page.html", "../v.mp4"),
            ("/a/c/v.mp4", "/a/b/p.html", "../c/v.mp4"),
            ("/a/c d/50% #1?.mp4", "/a/p.html", "c%20d/50%25%20%231%3F.mp4"),
            ("/a/b:c.mp4", "/a/p.html", "./b%3Ac.mp4"), ("/a/\"<é>.mp4", "/a/p.html", "./%22%3C%C3%A9%3E.mp4"),
        ])
    func address(video: String, page: String, address: String) {
        #expect(PageAddress.relative(to: video, from: page) == address)
    }

    @Test("the video written is the one shown, else the source")
    func video() throws {
        let source = try page(steady).data
        #expect(((source["video"] as? [String: Any])?["address"] as? String)?.hasSuffix("Fixtures/plain.mp4") == true)
        let written = try page(steady) {
            $0.video = folder("seen.mp4")
            $0.overwrite = true
        }.data
        let video = try #require(written["video"] as? [String: Any])
        #expect(video["address"] as? String == "./seen.mp4" && video["isDrawn"] as? Bool == true)
    }

    @Test("what is covered is in no picture of the page, and the audit is")
    func covered() throws {
        let data = try page(steady) {
            $0.video = folder("safe.mp4")
            $0.blur = BlurSettings(selection: try BlurSelection("faces"))
            $0.drawsTracks = false
        }.data
        let track = try #require((data["tracks"] as? [[String: Any]])?.first)
        #expect((track["pictures"] as? [Any])?.isEmpty == true)
        let audit = try #require((data["audit"] as? [String: Any])?["tracks"] as? [[String: Any]])
        #expect(audit.first?["covered"] as? Int == 25 && audit.first?["filledIn"] as? Int == 10)
        let still = try #require((data["stills"] as? [[String: Any]])?.first?["jpeg"] as? String)
        let clear = try page(steady) { $0.overwrite = true }.data
        #expect((clear["stills"] as? [[String: Any]])?.first?["jpeg"] as? String != still)
    }

    @Test("no track is a page too, with a picture of the video")
    func nothing() throws {
        let data = try page(TrackTimeline()).data
        #expect((data["tracks"] as? [Any])?.isEmpty == true && (data["stills"] as? [Any])?.count == 1)
        #expect(data["emptyFrames"] as? Int == 25)
    }

    @Test("a page that is there is kept unless it may be replaced, and a failure leaves none")
    func kept() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: folder("page.html")))
        let error = try #require(throws: TrackletError.self) { try page(steady) }
        #expect(error.kind == .cannotCreate && error.message.contains("--overwrite"))
        #expect(try folder.data("page.html") == Data("mine".utf8))
        let foreign = Stage.timeline(0..<40) { _ in Box(left: 2, top: 2, width: 9, height: 9) }
        #expect(throws: TrackletError.self) { try page(foreign) { $0.overwrite = true } }
        #expect(try folder.data("page.html") == Data("mine".utf8))
        _ = try page(steady) { $0.overwrite = true }
        #expect(folder.names == ["page.html"])
    }

    @Test("ten minutes of 20 restless tracks stay below 2 MB")
    func bounded() throws {
        var random = SeededNumbers(5)
        var centers = (0..<20).map { _ in Point(x: 1280 * random.share(), y: 720 * random.share()) }
        let sources = ObservationSource.allCases
        let timeline = TrackTimeline(
            (0..<18000).map { frame in
                FrameObservations(
                    frame: frame, time: Double(frame) / 30,
                    observations: centers.indices.map { place in
                        centers[place].x = min(1280, max(0, centers[place].x + 20 * random.share() - 10))
                        centers[place].y = min(720, max(0, centers[place].y + 20 * random.share() - 10))
                        let size = 60 + 20 * random.share()
                        return Stage.observation(
                            place + 1, Box(center: centers[place], width: size, height: size),
                            confidence: random.share(), source: sources[Int(random.share() * 4.99)])
                    })
            })
        let facts = SourceFacts(name: "made.mp4", size: PixelSize(width: 1280, height: 720))
        var collector = ReportCollector(timeline, facts: facts)
        let faces = ThumbnailCollector(timeline, parts: 3)
        let reader = try PictureReader(Stage.plain)
        while let picture = try reader.nextPicture() { try collector.look(at: picture) }
        let data = try collector.data(faces: faces, video: nil, run: ReportRun(), audit: nil, producer: "test")
        // The pictures have a budget of their own, which is left here.
        #expect(try ReportPage.html(data).count + ReportCollector.pictureBudget < 2_000_000)
    }

    @Test("stills are few, and each track has one it is seen in")
    func stills() throws {
        func timeline(_ spans: [Range<Int>]) -> [TrackPath] {
            spans.enumerated().map { place, span in
                Stage.timeline(span, track: place + 1) { _ in Box(left: 1, top: 1, width: 9, height: 9) }.paths[0]
            }
        }
        let overlapping = timeline([0..<100, 10..<30, 45..<90])
        let plan = StillPlan(overlapping)
        #expect(plan.frames == [20, 50])
        #expect(overlapping.map { plan.place(for: $0) } == [1, 0, 1])
        let many = timeline((0..<100).map { 10 * $0..<10 * $0 + 5 })
        #expect(StillPlan(many).frames.count == StillPlan.limit)
        #expect(StillPlan([]).frames.isEmpty)
    }

    @Test("the heat map counts frames where boxes lay")
    func heat() {
        var map = HeatMap(size: PixelSize(width: 480, height: 240))
        #expect(map.columns == 48 && map.rows == 24 && map.levels.allSatisfy { $0 == 0 })
        for _ in 0..<3 { map.add(Box(left: 20, top: 10, width: 10, height: 20)) }
        map.add(Box(left: 25, top: 10, width: 10, height: 10))
        map.add(Box(left: 470, top: 230, width: 100, height: 100))
        #expect(map.frames[48 + 2] == 3.5 && map.frames[48 + 3] == 0.5 && map.frames[2 * 48 + 2] == 3)
        #expect(map.frames[47 + 23 * 48] == 1 && map.most == 3.5 && map.levels.max() == 255)
    }
}
