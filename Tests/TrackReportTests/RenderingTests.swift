import Foundation
import Testing
import TrackModel
import VideoIO

@testable import TrackReport

@Suite("Rendering")
struct RenderingTests {
    private let folder: Stage.Folder
    private let timeline = Stage.timeline(0..<25) { _ in Box(left: 20, top: 16, width: 12, height: 16) }

    init() throws { folder = try Stage.Folder() }

    private func request(_ change: (inout RenderRequest) throws -> Void = { _ in }) throws -> RenderRequest {
        var request = RenderRequest()
        request.video = folder("out.mp4")
        try change(&request)
        return request
    }

    @discardableResult
    private func render(
        _ request: RenderRequest, _ timeline: TrackTimeline? = nil, source: String = Stage.plain
    ) throws -> RenderSummary {
        try VideoRendering(request).run(
            try PictureReader(source), timeline: timeline ?? self.timeline, origin: "t.csv", producer: "test")
    }

    private func faceContrast(_ path: String) throws -> Double {
        let reader = try PictureReader(path)
        let picture = try #require(try reader.nextPicture())
        return try PictureCanvas(picture).sharpness(of: Box(left: 20, top: 16, width: 12, height: 16))
    }

    @Test("all outputs appear, named in the summary, and the source is as it was")
    func outputs() throws {
        let source = try Data(contentsOf: URL(fileURLWithPath: Stage.plain))
        let request = try request {
            $0.blur = BlurSettings(selection: try BlurSelection("faces"))
            $0.audit = folder("audit.json")
            $0.thumbnails = folder("pictures/of/faces")
        }
        let summary = try render(request)
        #expect(summary.frames == 25 && summary.audit?.counts.tracks == 1)
        // What is covered has no thumbnail.
        #expect(summary.thumbnails == 0)
        #expect(folder.names == ["audit.json", "out.mp4", "pictures"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: Stage.plain)) == source)
    }

    @Test("thumbnails and their sheet are JPEG files; those there are kept unless they may be replaced")
    func thumbnails() throws {
        var request = RenderRequest()
        request.thumbnails = folder("faces")
        #expect(try render(request).thumbnails == 1)
        #expect(try folder.data("faces/track-0001.jpg").prefix(2) == Data([0xFF, 0xD8]))
        #expect(try folder.data("faces/contact-sheet.jpg").count > 500)
        let error = try #require(throws: TrackletError.self) { try VideoRendering(request) }
        #expect(error.kind == .cannotCreate && error.message.contains("--overwrite"))
        request.overwrite = true
        #expect(try render(request).thumbnails == 1)
    }

    @Test("the same bytes come twice, and a video that is there is kept")
    func sameBytes() throws {
        try render(try request())
        let first = try folder.data("out.mp4")
        #expect(throws: TrackletError.self) { try render(try request()) }
        try render(try request { $0.overwrite = true })
        #expect(try folder.data("out.mp4") == first)
        #expect(folder.names == ["out.mp4"])
    }

    @Test("what is covered is covered in the file")
    func covered() throws {
        try render(
            try request {
                $0.drawsTracks = false
                $0.encoding.crf = 10
            })
        let clear = try faceContrast(folder("out.mp4"))
        try render(
            try request {
                $0.blur = BlurSettings(selection: try BlurSelection("1"))
                $0.drawsTracks = false
                $0.overwrite = true
            })
        #expect(try faceContrast(folder("out.mp4")) < clear / 2)
    }

    @Test("a failure on the way leaves nothing behind", arguments: ["frames", "selection"])
    func failure(kind: String) throws {
        let tracks =
            kind == "frames" ? Stage.timeline(0...26) { _ in Box(left: 2, top: 2, width: 9, height: 9) } : timeline
        let request = try request {
            $0.audit = folder("audit.json")
            $0.blur = BlurSettings(selection: try BlurSelection(kind == "frames" ? "all" : "plate"))
        }
        #expect(throws: TrackletError.self) { try render(request, tracks) }
        #expect(folder.names.isEmpty)
    }

    @Test("a cancelled task leaves a whole video up to there", .timeLimit(.minutes(10)))
    func cancelled() async throws {
        let request = try request()
        let (timeline, source) = (timeline, Stage.plain)
        let frames = try await Task {
            let summary = try VideoRendering(request).run(
                try PictureReader(source), timeline: timeline, origin: "t.csv", producer: "test",
                progress: { frame, _ in if frame == 4 { withUnsafeCurrentTask { $0?.cancel() } } })
            #expect(summary.wasCancelled)
            return summary.frames
        }.value
        #expect(frames == 5)
        #expect(try VideoReader.open(folder("out.mp4")).facts.declaredFrameCount == 5)
    }

    @Test("no tracks make a plain video, and covering says that there was nothing to cover")
    func noTracks() throws {
        let summary = try render(
            try request { $0.blur = BlurSettings(selection: try BlurSelection("faces")) }, TrackTimeline())
        #expect(summary.frames == 25)
        #expect(summary.notes.contains { $0.contains("Nothing was covered") })
    }
}
