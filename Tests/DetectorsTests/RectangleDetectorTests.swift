import Detectors
import Foundation
import Testing
import TrackModel

@Suite struct RectangleDetectorTests {
    private func rectangles(in frame: Frame, _ options: RectangleOptions = RectangleOptions()) throws -> [Detection] {
        try RectangleDetector(options: options).detect(in: frame)
    }

    /// The largest distance of a found corner from the true corner nearest to it.
    private func cornerError(_ found: Detection?, _ truth: [Point]) throws -> Double {
        let corners = try #require(found?.corners).corners
        return corners.map { corner in
            truth.map { hypot($0.x - corner.x, $0.y - corner.y) }.reduce(.infinity, min)
        }.reduce(0, max)
    }

    @Test(arguments: [0, 3, 30, 44, 85.0])
    func findsARectangleTurnedByAnyAngleToAFractionOfAPixel(degrees: Double) throws {
        let truth = Canvas.corners(center: Point(x: 160.3, y: 118.7), width: 140, height: 90, degrees: degrees)
        var canvas = Canvas(320, 240)
        canvas.fill(truth, with: 200)
        let found = try rectangles(in: canvas.frame)
        #expect(found.count == 1)
        #expect(try cornerError(found.first, truth) < 0.25)
        #expect(try #require(found.first).confidence > 0.9)
    }

    @Test func findsCornersThroughNoise() throws {
        let truth = Canvas.corners(center: Point(x: 150, y: 125), width: 160, height: 110, degrees: 17)
        var canvas = Canvas(320, 240, background: 150)
        canvas.fill(truth, with: 90)
        canvas.addNoise(amplitude: 25)
        let found = try rectangles(in: canvas.frame)
        #expect(found.count == 1)
        #expect(try cornerError(found.first, truth) < 0.6)
    }

    @Test func findsNothingInNoise() throws {
        var canvas = Canvas(320, 240, background: 128)
        canvas.addNoise(amplitude: 90)
        #expect(try rectangles(in: canvas.frame) == [])
    }

    @Test func refinesCornersAtFullResolutionInLargeFrames() throws {
        let truth = Canvas.corners(center: Point(x: 800.4, y: 450.2), width: 500, height: 300, degrees: 8)
        var canvas = Canvas(1600, 900)
        canvas.fill(truth, with: 190)
        #expect(try cornerError(rectangles(in: canvas.frame).first, truth) < 0.25)
    }

    @Test func seesASheetFromTheSide() throws {
        let truth = [Point(x: 90, y: 50), Point(x: 230, y: 70), Point(x: 245, y: 190), Point(x: 70, y: 180)]
        var canvas = Canvas(320, 240)
        canvas.fill(truth, with: 210)
        #expect(try cornerError(rectangles(in: canvas.frame).first, truth) < 0.25)
        // Its corners differ from square by up to 16 degrees.
        #expect(try rectangles(in: canvas.frame, RectangleOptions(quadratureTolerance: 8)) == [])
    }

    @Test func namesTheCornersFromTheTopLeftClockwise() throws {
        let truth = Canvas.corners(center: Point(x: 160, y: 120), width: 150, height: 100, degrees: -12)
        var canvas = Canvas(320, 240)
        canvas.fill(truth, with: 200)
        let found = try #require(rectangles(in: canvas.frame).first)
        for (corner, true_) in zip(try #require(found.corners).corners, truth) {
            #expect(hypot(corner.x - true_.x, corner.y - true_.y) < 0.3)
        }
        #expect(found.box == found.corners?.bounds)
    }

    @Test(arguments: [3, 8.0])
    func reportsAFrameOnceByItsOuterEdge(thickness: Double) throws {
        let center = Point(x: 160, y: 120)
        let truth = Canvas.corners(center: center, width: 180, height: 130, degrees: 6)
        var canvas = Canvas(320, 240, background: 200)
        canvas.fill(truth, with: 40)
        canvas.fill(
            Canvas.corners(center: center, width: 180 - 2 * thickness, height: 130 - 2 * thickness, degrees: 6),
            with: 200)
        let found = try rectangles(in: canvas.frame)
        #expect(found.count == 1)
        #expect(try cornerError(found.first, truth) < 0.5)
    }

    @Test func reportsARectangleInsideALargerOneAsASecond() throws {
        let center = Point(x: 160, y: 120)
        let inner = Canvas.corners(center: center, width: 90, height: 60, degrees: 0)
        var canvas = Canvas(320, 240)
        canvas.fill(Canvas.corners(center: center, width: 200, height: 150, degrees: 0), with: 200)
        canvas.fill(inner, with: 80)
        let found = try rectangles(in: canvas.frame)
        #expect(found.count == 2)
        #expect(found.contains { abs($0.box.width - 90) < 0.5 } && found.contains { abs($0.box.width - 200) < 0.5 })
    }

    @Test func doesNotTakeThePicturesBorderForASide() throws {
        // A letterboxed picture, and a sheet that goes on beyond the picture.
        var letterbox = Canvas(320, 240, background: 16)
        letterbox.fill(Canvas.corners(center: Point(x: 160, y: 120), width: 320, height: 180, degrees: 0), with: 150)
        #expect(try rectangles(in: letterbox.frame) == [])
        var cut = Canvas(320, 240)
        cut.fill(Canvas.corners(center: Point(x: 40, y: 120), width: 160, height: 100, degrees: 0), with: 200)
        #expect(try rectangles(in: cut.frame) == [])
    }

    @Test func findsASheetWhoseOutlineRunsIntoOthers() throws {
        let truth = Canvas.corners(center: Point(x: 160, y: 120), width: 130, height: 90, degrees: 9)
        var canvas = Canvas(320, 240, background: 70)
        canvas.fill([Point(x: 0, y: 60), Point(x: 320, y: 20), Point(x: 320, y: 60), Point(x: 0, y: 110)], with: 150)
        canvas.fill(
            [Point(x: 200, y: 0), Point(x: 240, y: 0), Point(x: 280, y: 240), Point(x: 230, y: 240)], with: 190)
        canvas.fill(truth, with: 235)
        let errors = try rectangles(in: canvas.frame).map { try cornerError($0, truth) }
        #expect(errors.contains { $0 < 0.5 })
    }

    @Test func doesNotTakeOtherShapesForRectangles() throws {
        var canvas = Canvas(320, 240)
        canvas.fill([Point(x: 60, y: 40), Point(x: 130, y: 160), Point(x: 20, y: 150)], with: 200)
        let disc = (0..<40).map { step in
            let angle = Double(step) * .pi / 20
            return Point(x: 230 + 60 * cos(angle), y: 120 + 60 * sin(angle))
        }
        canvas.fill(disc, with: 200)
        #expect(try rectangles(in: canvas.frame) == [])
    }

    @Test func obeysSizeAspectCountConfidenceAndRegion() throws {
        var canvas = Canvas(400, 240)
        canvas.fill(Canvas.corners(center: Point(x: 90, y: 120), width: 120, height: 100, degrees: 4), with: 220)
        canvas.fill(Canvas.corners(center: Point(x: 280, y: 60), width: 160, height: 60, degrees: 0), with: 220)
        canvas.fill(Canvas.corners(center: Point(x: 280, y: 170), width: 40, height: 36, degrees: 0), with: 220)
        let frame = canvas.frame
        #expect(try rectangles(in: frame).count == 3)
        #expect(try rectangles(in: frame, RectangleOptions(minimumSize: .pixels(50))).count == 2)
        #expect(try rectangles(in: frame, RectangleOptions(minimumSize: .percentOfHeight(30))).count == 1)
        #expect(try rectangles(in: frame, RectangleOptions(maximumSize: .pixels(50))).count == 1)
        #expect(try rectangles(in: frame, RectangleOptions(minimumAspectRatio: 0.6)).count == 2)
        #expect(try rectangles(in: frame, RectangleOptions(maximumAspectRatio: 0.6)).count == 1)
        #expect(try rectangles(in: frame, RectangleOptions(maximumCount: 1)).count == 1)
        #expect(try rectangles(in: frame, RectangleOptions(minimumConfidence: 1)).count <= 3)
        let right = SearchRegion.percent(Box(left: 45, top: 0, width: 55, height: 50))
        let inRegion = try rectangles(in: frame, RectangleOptions(region: right))
        #expect(inRegion.count == 1)
        #expect(abs(try #require(inRegion.first).box.left - 200) < 0.3)
    }

    @Test func isLessSureOfAnInterruptedOutlineAndOfAskewCorners() throws {
        func confidence(_ draw: (inout Canvas) -> Void) throws -> Double {
            var canvas = Canvas(320, 240)
            draw(&canvas)
            return try rectangles(in: canvas.frame, RectangleOptions(minimumConfidence: 0)).first?.confidence ?? 0
        }
        let whole = Canvas.corners(center: Point(x: 160, y: 120), width: 160, height: 120, degrees: 0)
        let clean = try confidence { $0.fill(whole, with: 200) }
        let covered = try confidence {
            $0.fill(whole, with: 200)
            $0.fill(Canvas.corners(center: Point(x: 160, y: 60), width: 50, height: 12, degrees: 0), with: 60)
        }
        let askew = try confidence {
            $0.fill(
                [Point(x: 110, y: 60), Point(x: 260, y: 60), Point(x: 220, y: 180), Point(x: 70, y: 180)], with: 200)
        }
        #expect(clean > 0.95)
        #expect(covered < clean - 0.03 && covered > 0.4)
        #expect(askew < clean - 0.03 && askew > 0.6)
    }

    @Test(arguments: [(1, 1), (3, 5), (7, 300), (300, 2), (9, 9)])
    func survivesPicturesOfAnySize(width: Int, height: Int) throws {
        #expect(try rectangles(in: Canvas(width, height).frame) == [])
    }

    @Test(arguments: [
        RectangleOptions(minimumSize: .pixels(-1)), RectangleOptions(minimumSize: .percentOfHeight(.nan)),
        RectangleOptions(minimumAspectRatio: 0), RectangleOptions(minimumAspectRatio: 0.9, maximumAspectRatio: 0.5),
        RectangleOptions(quadratureTolerance: 46), RectangleOptions(maximumCount: -1),
        RectangleOptions(minimumConfidence: 1.5),
        RectangleOptions(region: .pixels(Box(left: 0, top: 0, width: 0, height: 5))),
    ])
    func refusesOptionsThatMakeNoSense(options: RectangleOptions) {
        #expect(throws: TrackletError.self) { try RectangleDetector(options: options) }
    }
}
