import Synchronization
import TestWorld
import TrackModel
import TrackTuning
import Trackers
import TrackingPipeline

/// A video of textured squares before a textured wall, some of which come late or go early, and a detector that knows where they are.
struct Squares {
    static let size = PixelSize(width: 160, height: 120)
    var frameCount = 90

    /// Where the squares are, by number; nil when they are not in the picture.
    func boxes(at frame: Int) -> [Box?] {
        let step = Double(frame)
        return [
            Box(left: 10 + 0.8 * step, top: 20 + 0.1 * step, width: 28, height: 28),
            (25..<70).contains(frame) ? Box(left: 110 - 0.7 * step, top: 80, width: 26, height: 26) : nil,
            frame >= 41 ? Box(left: 120, top: 10 + 0.3 * step, width: 24, height: 24) : nil,
        ]
    }

    func frame(_ index: Int) -> Frame {
        let luma = LumaPlane(size: Self.size) { pixels in
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width { pixels[y * Self.size.width + x] = Self.noise(x / 3, y / 3, 9) / 3 + 60 }
            }
            for (number, box) in boxes(at: index).enumerated() {
                guard let box else { continue }
                for y in max(0, Int(box.top))..<min(Self.size.height, Int(box.bottom)) {
                    for x in max(0, Int(box.left))..<min(Self.size.width, Int(box.right)) {
                        pixels[y * Self.size.width + x] = Self.noise(
                            (x - Int(box.left)) / 3, (y - Int(box.top)) / 3, number)
                    }
                }
            }
        }
        return Frame(index: index, time: Double(index) / 25, luma: luma)
    }

    private static func noise(_ x: Int, _ y: Int, _ number: Int) -> UInt8 {
        var numbers = SeededNumbers(x, y, number)
        return UInt8(numbers.share() * 255)
    }

    /// The frames, counted as they are read.
    func feed(_ reads: ReadCount = ReadCount()) -> FrameFeed {
        FrameFeed { place in
            guard place < frameCount else { return nil }
            reads.add(place)
            return frame(place)
        }
    }
}

/// Which frames were read, in order.
final class ReadCount: Sendable {
    private let reads = Mutex<[Int]>([])
    var frames: [Int] { reads.withLock { $0 } }
    func add(_ frame: Int) { reads.withLock { $0.append(frame) } }
}

/// Says where the squares are, with an error that depends on the frame alone, misses some, and counts what it is asked.
final class SquareDetector: Detector {
    let name = "squares"
    private let squares: Squares
    private let failingFrame: Int?
    private let asked = Mutex<[String]>([])

    init(_ squares: Squares, failingFrame: Int? = nil) {
        self.squares = squares
        self.failingFrame = failingFrame
    }

    /// Every question it was asked, sorted.
    var questions: [String] { asked.withLock { $0.sorted() } }

    struct Failure: Error {}

    func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        asked.withLock { $0.append("\(frame.index) \(effort)") }
        if frame.index == failingFrame { throw Failure() }
        return squares.boxes(at: frame.index).enumerated().compactMap { number, box in
            var numbers = SeededNumbers(frame.index, number, effort == .thorough ? 1 : 2)
            guard let box, numbers.share() > 0.15 else { return nil }
            return Detection(
                box: box.offset(x: numbers.normal(), y: numbers.normal()), confidence: 0.8, label: "square")
        }
    }

    func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        asked.withLock { $0.append("\(frame.index) \(label) \(box)") }
        return squares.boxes(at: frame.index).compactMap(\.self).first { $0.intersectionOverUnion(with: box) > 0.3 }
            .map { Detection(box: $0, confidence: 0.7, label: label) }
    }
}
