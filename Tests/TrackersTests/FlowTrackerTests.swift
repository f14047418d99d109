import Foundation
import Testing
import TrackModel

@testable import Trackers

/// A way the object or the picture moves while the object stays in sight.
struct PlainScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let leastOverlap: Double
    let scene: SyntheticScene

    static let all: [PlainScenario] = [
        PlainScenario(testDescription: "stands still", leastOverlap: 0.97, scene: SyntheticScene()),
        PlainScenario(testDescription: "moves 5 pixels a frame", leastOverlap: 0.9, scene: translation),
        PlainScenario(testDescription: "grows by 1 % a frame", leastOverlap: 0.9, scene: zoom(1.01)),
        PlainScenario(testDescription: "shrinks by 1 % a frame", leastOverlap: 0.85, scene: zoom(1 / 1.01)),
        PlainScenario(testDescription: "shakes with the camera", leastOverlap: 0.9, scene: shake),
        PlainScenario(testDescription: "is blurred for a while", leastOverlap: 0.8, scene: blur),
        PlainScenario(testDescription: "goes 30 % darker and brighter", leastOverlap: 0.9, scene: light),
        PlainScenario(testDescription: "is half covered", leastOverlap: 0.75, scene: halfCovered),
    ]

    private static var translation: SyntheticScene {
        var scene = SyntheticScene()
        scene.object = { Box(left: 20 + 5 * Double($0), top: 80 + Double($0), width: 54, height: 72) }
        return scene
    }

    private static func zoom(_ factor: Double) -> SyntheticScene {
        var scene = SyntheticScene()
        scene.object = {
            Box(center: Point(x: 160, y: 120), width: 54, height: 72)
                .scaled(width: pow(factor, Double($0)), height: pow(factor, Double($0)))
        }
        return scene
    }

    private static var shake: SyntheticScene {
        let offsets: @Sendable (Int) -> (x: Int, y: Int) = { ((($0 * 7) % 13) - 6, (($0 * 5) % 11) - 5) }
        var scene = SyntheticScene()
        scene.shift = { (-offsets($0).x, -offsets($0).y) }
        scene.object = { index in
            let offset = offsets(index)
            return Box(left: 120 + Double(offset.x), top: 80 + Double(offset.y), width: 54, height: 72)
        }
        return scene
    }

    private static var blur: SyntheticScene {
        var scene = SyntheticScene()
        scene.object = { Box(left: 100 + 2 * Double($0), top: 80, width: 54, height: 72) }
        scene.blur = { (8...18).contains($0) ? 4 : 1 }
        return scene
    }

    private static var light: SyntheticScene {
        var scene = SyntheticScene()
        scene.object = { Box(left: 100 + 2 * Double($0), top: 80, width: 54, height: 72) }
        scene.gain = { 1 + 0.3 * sin(Double($0) / 4) }
        return scene
    }

    private static var halfCovered: SyntheticScene {
        var scene = SyntheticScene()
        scene.occluder = { Box(left: 270 - 8 * Double(min($0, 15)), top: 60, width: 100, height: 120) }
        return scene
    }
}

@Suite struct FlowTrackerTests {
    static let levels = [FlowConfiguration.accurate, .fast]

    @Test("stays on an object in sight, and is sure of it", arguments: PlainScenario.all, levels)
    func staysOn(scenario: PlainScenario, configuration: FlowConfiguration) throws {
        let scene = scenario.scene
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: FlowTracker(configuration: configuration))
        #expect(estimates.count == scene.frameCount - 1)
        for (index, estimate) in estimates.enumerated() {
            let estimate = try #require(estimate, "lost at frame \(index + 1)")
            let overlap = estimate.box.intersectionOverUnion(with: scene.object(index + 1))
            #expect(overlap >= scenario.leastOverlap, "frame \(index + 1)")
            #expect(estimate.confidence > 0.6 && estimate.confidence <= 1, "frame \(index + 1)")
        }
    }

    @Test("runs backward in time as well as forward", arguments: PlainScenario.all)
    func backward(scenario: PlainScenario) throws {
        let scene = scenario.scene
        let last = scene.frameCount - 1
        guard scene.occluder(last) == nil else { return }
        let estimates = try follow(scene.frames().reversed(), from: scene.object(last), by: FlowTracker())
        let end = try #require(estimates.last ?? nil)
        #expect(end.box.intersectionOverUnion(with: scene.object(0)) >= scenario.leastOverlap - 0.05)
        #expect(end.confidence > 0.6)
    }

    @Test("doubts a covered object, and finds it again where it was heading", arguments: levels)
    func occlusion(configuration: FlowConfiguration) throws {
        var scene = SyntheticScene()
        scene.frameCount = 36
        scene.object = { Box(left: 100 + Double($0), top: 80, width: 54, height: 72) }
        scene.occluder = { Box(left: 330 - 13 * Double($0), top: 60, width: 90, height: 120) }
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: FlowTracker(configuration: configuration))
        for (index, estimate) in estimates.enumerated() {
            let truth = scene.object(index + 1)
            if truth.coveredShare(by: scene.occluder(index + 1) ?? truth) == 1 {
                #expect((estimate?.confidence ?? 0) < 0.3, "frame \(index + 1)")
            }
        }
        let end = try #require(estimates.last ?? nil)
        #expect(end.box.intersectionOverUnion(with: scene.object(35)) > 0.7)
        #expect(end.confidence > 0.6)
    }

    @Test("doubts a box whose object has vanished", arguments: levels)
    func vanishing(configuration: FlowConfiguration) throws {
        var scene = SyntheticScene()
        scene.isShown = { $0 < 10 }
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: FlowTracker(configuration: configuration))
        #expect(estimates[..<9].allSatisfy { ($0?.confidence ?? 0) > 0.6 })
        #expect(estimates[9...].allSatisfy { ($0?.confidence ?? 0) < 0.3 })
    }

    @Test("doubts a box whose object has left the picture")
    func leaving() throws {
        var scene = SyntheticScene()
        scene.object = { Box(left: 200 + 6 * Double($0), top: 80, width: 54, height: 72) }
        let estimates = try follow(scene.frames(), from: scene.object(0), by: FlowTracker())
        for (index, estimate) in estimates.enumerated() where scene.object(index + 1).left >= 318 {
            #expect((estimate?.confidence ?? 0) < 0.3, "frame \(index + 1)")
        }
    }

    @Test("gives a hidden object up after as many frames as it was told")
    func givingUp() throws {
        var scene = SyntheticScene()
        scene.isShown = { $0 < 3 }
        var configuration = FlowConfiguration()
        configuration.maximumHiddenFrames = 5
        let estimates = try follow(
            scene.frames(), from: scene.object(0), by: FlowTracker(configuration: configuration))
        #expect(estimates.map { $0 != nil } == (0..<29).map { $0 < 7 })
    }

    @Test("follows as well in a picture that is reduced first")
    func largePicture() throws {
        var scene = SyntheticScene()
        scene.size = PixelSize(width: 384, height: 384)
        scene.frameCount = 8
        scene.object = { Box(left: 150 + 2 * Double($0), top: 150, width: 54, height: 72) }
        let large = scene.frames().map { $0.enlarged(by: 3) }
        let estimates = try follow(large, from: scene.object(0).multiplied(by: 3), by: FlowTracker())
        let end = try #require(estimates.last ?? nil)
        #expect(end.box.intersectionOverUnion(with: scene.object(7).multiplied(by: 3)) > 0.9)
    }

    @Test("refuses a box without texture")
    func noTexture() throws {
        let flat = LumaPlane(size: PixelSize(width: 100, height: 100)) { $0.update(repeating: 128) }
        let frame = Frame(index: 0, time: 0, luma: flat)
        #expect(try !FlowTracker().start(on: frame, box: Box(left: 20, top: 20, width: 40, height: 40)))
    }

    @Test("builds the pyramid once a frame")
    func sharing() throws {
        let frame = SyntheticScene().frame(0)
        #expect(try FlowPyramid.of(frame) === FlowPyramid.of(frame))
    }
}

extension Frame {
    fileprivate func enlarged(by factor: Int) -> Frame {
        let large = PixelSize(width: size.width * factor, height: size.height * factor)
        let plane = LumaPlane(size: large) { target in
            luma.withPixels { source in
                for y in 0..<large.height {
                    for x in 0..<large.width {
                        target[y * large.width + x] = source[y / factor * size.width + x / factor]
                    }
                }
            }
        }
        return Frame(index: index, time: time, luma: plane)
    }
}
