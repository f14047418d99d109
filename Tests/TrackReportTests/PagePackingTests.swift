import Foundation
import TestWorld
import Testing
import TrackModel

@testable import TrackReport

@Suite("What a page packs")
struct PagePackingTests {
    private let size = PixelSize(width: 640, height: 360)

    private func path(_ frames: [Int], _ observation: (Int) -> Observation) -> TrackPath {
        var path = TrackPath(track: 1, label: "face")
        for frame in frames { path.add(observation(frame), frame: frame, time: Double(frame) / 25) }
        return path
    }

    @Test("numbers come back", arguments: [[0], [1, 127, 128, 300, 16384, 1 << 40], [-1, 0, 1, -64, 64, -(1 << 30)]])
    func numbers(values: [Int]) {
        var packed = PackedNumbers()
        for value in values { packed.append(signed: value) }
        #expect(Unpacked.numbers(packed.base64).map(Unpacked.signed) == values)
    }

    @Test("boxes come back within the tolerance, in the very frames they were in")
    func boxes() throws {
        var random = SeededNumbers(7)
        let frames = Array(0..<80) + [90] + Array(100..<400)
        var center = Point(x: 300, y: 180)
        let path = path(frames) { _ in
            center = Point(x: center.x + 6 * random.share() - 3, y: center.y + 4 * random.share() - 2)
            return Stage.observation(1, Box(center: center, width: 40 + 3 * random.share(), height: 50))
        }
        let packed = PackedTracks([path], size: size, budget: 100_000)
        #expect(packed.tolerance == 0.5)
        let boxes = Unpacked.boxes(packed.keys[0], unit: packed.unit)
        #expect(boxes.keys.sorted() == frames)
        for sample in path.samples {
            let box = try #require(boxes[sample.frame])
            for (read, true_) in [
                (box.left, sample.box.left), (box.top, sample.box.top), (box.right, sample.box.right),
                (box.bottom, sample.box.bottom),
            ] { #expect(abs(read - true_) <= packed.tolerance + packed.unit) }
        }
    }

    @Test("what stands still or moves evenly is two key frames")
    func even() {
        let path = path(Array(0..<1000)) { frame in
            Stage.observation(1, Box(left: Double(frame) / 4, top: 20, width: 30, height: 40))
        }
        let packed = PackedTracks([path], size: size, budget: 100_000)
        #expect(Unpacked.numbers(packed.keys[0]).count == 2 * 5)
    }

    @Test(
        "sources come back exactly",
        arguments: [
            "DTTTTTTTTTDTTTTTTTTTDTTTTTTTTTDTT", "D", "DTDTDTDTT", "DDDD..TT.D", "S..D", "IBIBBI", "ddTTdDtT",
            "DT.DT.DT.DT",
        ])
    func sources(text: String) {
        let kinds = Array(text)
        let known: [Character: ObservationSource] = [
            "D": .detected, "T": .tracked, "B": .backfilled, "I": .interpolated, "S": .seeded,
        ]
        let frames = kinds.indices.filter { kinds[$0] != "." }
        let path = path(frames.map { $0 + 5 }) { frame in
            let letter = kinds[frame - 5]
            let source = known[Character(letter.uppercased())] ?? .detected
            return Stage.observation(
                1, Box(left: 1, top: 1, width: 9, height: 9), confidence: letter.isLowercase ? 0.4 : 0.9, source: source
            )
        }
        let packed = PackedTracks([path], size: size, budget: 1000)
        #expect(Unpacked.sources(packed.runs[0]) == text)
    }

    @Test("detections on every tenth frame take a few bytes, however long the track")
    func regular() {
        let path = path(Array(0..<18000)) { frame in
            Stage.observation(
                1, Box(left: 1, top: 1, width: 9, height: 9), source: frame % 10 == 0 ? .detected : .tracked)
        }
        #expect(PackedTracks([path], size: size, budget: 1000).runs[0].utf8.count < 20)
    }

    @Test("boxes that jump about are kept less exactly, so that they fit")
    func budget() {
        var random = SeededNumbers(3)
        let path = path(Array(0..<5000)) { _ in
            Stage.observation(
                1, Box(left: 300 * random.share(), top: 200 * random.share(), width: 40, height: 50))
        }
        let packed = PackedTracks([path], size: size, budget: 5000)
        #expect(packed.keys[0].utf8.count <= 5000 && packed.tolerance > 8)
    }

    @Test("the times of frames come back within a millisecond", arguments: [0.0, 0.4])
    func times(jitter: Double) {
        var random = SeededNumbers(11)
        var time = 0.2
        let times = (30..<400).map { frame in
            time += 1 / 29.97 + jitter * random.share()
            return (frame: frame, time: (time * 1e6).rounded() / 1e6)
        }
        let packed = PackedTimes.base64(times)
        let read = Unpacked.times(packed)
        #expect(times.allSatisfy { abs((read[$0.frame] ?? 0) - $0.time) <= 0.0011 })
        if jitter == 0 { #expect(packed.utf8.count < 24) }
    }
}
