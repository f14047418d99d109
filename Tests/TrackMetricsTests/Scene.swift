import Foundation
import TrackMetrics
import TrackModel

/// A fixture: boxes, and the numbers the reference tool gives for them. `Scripts/make-metric-fixtures` makes both.
struct Scene {
    let truth: [FrameObservations]
    let results: [FrameObservations]
    let ignored: [Int: [Box]]
    let expected: [String: [Double]]

    struct Malformed: Error {
        let line: String
    }

    init(named name: String) throws {
        var rows: [String: [Int: [Observation]]] = [:]
        for line in try Self.lines(of: name + ".txt") {
            let fields = line.split(separator: ",")
            let numbers = fields.dropFirst().compactMap { Double($0) }
            guard fields.count == 7, numbers.count == 6 else { throw Malformed(line: line) }
            let box = Box(left: numbers[2], top: numbers[3], width: numbers[4], height: numbers[5])
            let observation = Observation(
                track: Int(numbers[1]), label: "face", box: box, confidence: 1, source: .detected)
            rows[String(fields[0]), default: [:]][Int(numbers[0]), default: []].append(observation)
        }
        truth = Self.frames(rows["truth"])
        results = Self.frames(rows["result"])
        ignored = (rows["ignored"] ?? [:]).mapValues { $0.map(\.box) }
        expected = try Self.expected(named: name)
    }

    var sequence: MetricsSequence {
        get throws {
            try MetricsSequence(
                truth: truth, results: results, ignored: ignored, unionMargin: expected["unionMargin"]?.first ?? 0)
        }
    }

    static func expected(named name: String) throws -> [String: [Double]] {
        var expected: [String: [Double]] = [:]
        for line in try lines(of: name + ".expected") {
            let fields = line.split(separator: " ")
            guard let key = fields.first else { throw Malformed(line: line) }
            expected[String(key)] = try fields.dropFirst().map { field in
                guard let number = Double(field) else { throw Malformed(line: line) }
                return number
            }
        }
        return expected
    }

    private static func frames(_ rows: [Int: [Observation]]?) -> [FrameObservations] {
        (rows ?? [:]).sorted { $0.key < $1.key }
            .map { FrameObservations(frame: $0.key, time: Double($0.key) / 25, observations: $0.value) }
    }

    private static func lines(of file: String) throws -> [String] {
        guard let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil) else {
            throw Malformed(line: "no folder of fixtures")
        }
        return try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}
