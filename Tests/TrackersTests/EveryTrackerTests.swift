import Testing
import TrackModel

@testable import Trackers

/// A box no tracker may stumble over.
struct DegenerateBox: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let box: Box

    init(_ description: String, _ left: Double, _ top: Double, _ width: Double, _ height: Double) {
        testDescription = description
        box = Box(left: left, top: top, width: width, height: height)
    }

    static let all: [DegenerateBox] = [
        DegenerateBox("outside", 1000, 1000, 50, 50),
        DegenerateBox("far outside on the negative side", -500, -500, 50, 50),
        DegenerateBox("partly outside at the top left", -30, -30, 60, 60),
        DegenerateBox("partly outside at the bottom right", 280, 200, 80, 80),
        DegenerateBox("a sliver inside", 318.5, 100, 60, 60),
        DegenerateBox("thin", 100, 50, 1, 100),
        DegenerateBox("flat", 50, 100, 100, 0.5),
        DegenerateBox("one pixel", 100, 100, 1, 1),
        DegenerateBox("the smallest that is taken", 100, 100, 10, 10),
        DegenerateBox("empty", 100, 100, 0, 0),
        DegenerateBox("negative", 100, 100, -20, -20),
        DegenerateBox("not a number", .nan, 100, 50, 50),
        DegenerateBox("without a width", 100, 100, .nan, 50),
        DegenerateBox("infinite", 0, 0, .infinity, .infinity),
        DegenerateBox("larger than the picture", -1e4, -1e4, 1e5, 1e5),
        DegenerateBox("the whole picture", 0, 0, 320, 240),
        DegenerateBox("at fractions of pixels", 100.5, 80.49, 40.5, 40.51),
        DegenerateBox("long and narrow", 5, 100, 310, 12),
    ]
}

@Suite(.timeLimit(.minutes(10)))
struct EveryTrackerTests {
    static let names = TrackerRegistry.all.map(\.name)
    static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 5), PixelSize(width: 16, height: 12),
        PixelSize(width: 320, height: 240),
    ]

    @Test("survives every box on every size of picture", arguments: names, DegenerateBox.all)
    func degenerate(name: String, row: DegenerateBox) throws {
        let factory = try TrackerRegistry.make(name: name)
        for size in Self.sizes {
            var scene = SyntheticScene()
            scene.size = size
            scene.frameCount = 3
            let estimates = try follow(scene.frames(), from: row.box, by: factory.makeTracker())
            for estimate in estimates.compactMap({ $0 }) {
                #expect(estimate.box.isUsable)
                #expect((0...1).contains(estimate.confidence))
            }
        }
    }

    @Test("is lost, not wrong, when the size of the picture changes", arguments: names)
    func changingSize(name: String) throws {
        let tracker = try TrackerRegistry.make(name: name).makeTracker()
        var scene = SyntheticScene()
        #expect(try tracker.start(on: scene.frame(0), box: scene.object(0)))
        #expect(try tracker.update(on: scene.frame(1)) != nil)
        scene.size = PixelSize(width: 200, height: 150)
        #expect(try tracker.update(on: scene.frame(2)) == nil)
        #expect(
            try tracker.start(
                on: scene.frame(3), box: scene.object(0).clipped(to: scene.size.bounds) ?? scene.object(0)))
    }

    @Test("says nothing before it was started", arguments: names)
    func notStarted(name: String) throws {
        let tracker = try TrackerRegistry.make(name: name).makeTracker()
        #expect(try tracker.update(on: SyntheticScene().frame(0)) == nil)
    }

    @Test("follows an object that moves slowly, and is sure of it", arguments: names)
    func follows(name: String) throws {
        var scene = SyntheticScene()
        scene.frameCount = 12
        scene.object = { Box(left: 100 + 2 * Double($0), top: 80, width: 54, height: 72) }
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: TrackerRegistry.make(name: name).makeTracker())
        let end = try #require(estimates.last ?? nil)
        #expect(end.box.intersectionOverUnion(with: scene.object(11)) > 0.7)
        #expect(end.confidence > 0.6)
    }

    @Test("doubts a box whose object has vanished", arguments: names)
    func vanishing(name: String) throws {
        var scene = SyntheticScene()
        scene.frameCount = 12
        scene.isShown = { $0 < 6 }
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: TrackerRegistry.make(name: name).makeTracker())
        #expect((estimates[4]?.confidence ?? 0) > 0.6)
        #expect(estimates[6...].allSatisfy { ($0?.confidence ?? 0) < 0.3 })
    }

    @Test("uses colour where the frames carry it, and is lost where they cease to", arguments: names)
    func colour(name: String) throws {
        let factory = try TrackerRegistry.make(name: name)
        let scene = SyntheticScene()
        let tracker = try factory.makeTracker()
        #expect(try tracker.start(on: scene.frame(0).colored(), box: scene.object(0)))
        #expect(try tracker.update(on: scene.frame(1).colored()) != nil)
        #expect(try (tracker.update(on: scene.frame(2)) == nil) == factory.wantsColor)
    }

    @Test("gives the same numbers every time, alone or beside others", arguments: names)
    func repeatable(name: String) async throws {
        var scene = SyntheticScene()
        scene.frameCount = 5
        scene.object = { Box(left: 100 + 3 * Double($0), top: 80, width: 54, height: 72) }
        let boxes = (0..<8).map { scene.object(0).offset(x: Double($0), y: Double($0 % 3)) }
        let factory = try TrackerRegistry.make(name: name)
        let frames = scene.frames()
        let serial = try boxes.map { try follow(frames, from: $0, by: factory.makeTracker()) }

        // Frames of its own, so that the pyramids are built, and waited for, by the concurrent trackers.
        let freshFrames = scene.frames()
        let concurrent = try await withThrowingTaskGroup(of: (Int, [TrackerEstimate?]).self) { group in
            for (index, box) in boxes.enumerated() {
                group.addTask { (index, try follow(freshFrames, from: box, by: factory.makeTracker())) }
            }
            var results = [[TrackerEstimate?]](repeating: [], count: boxes.count)
            for try await (index, estimates) in group { results[index] = estimates }
            return results
        }
        #expect(concurrent == serial)
        #expect(serial.allSatisfy { $0.count == 4 })
    }
}

extension Frame {
    fileprivate func colored() -> Frame {
        let color = ColorPlane(size: size) { target in
            luma.withPixels { source in
                for i in target.indices { target[i] = source[i / 3] }
            }
        }
        return Frame(index: index, time: time, luma: luma, color: ColorSource(color))
    }
}
