internal import Synchronization
public import TrackModel

/// Asks other detectors, and keeps what they answer until it is taken away.
///
/// Answers as the detectors do one after another: of a frame all they find, in a second look the first that sees the object.
public final class RecordingDetector: Detector {
    public let name = "recording"
    private let detectors: [any Detector]
    private let records = Mutex<[Int: DetectionRecord]>([:])

    public init(_ detectors: [any Detector]) {
        self.detectors = detectors
    }

    public var wantsColor: Bool { detectors.contains(where: \.wantsColor) }

    public func covers(_ frame: Frame) -> Bool { detectors.allSatisfy { $0.covers(frame) } }

    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let found = try detectors.flatMap { try $0.detect(in: frame, effort: effort) }
        keep(frame) { $0.detections = found }
        return found
    }

    public func horizon(in frame: Frame) throws -> Horizon? { try detectors.horizon(in: frame) }

    public func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        var found: Detection?
        for detector in detectors where found == nil {
            found = try detector.look(for: label, expectedIn: box, of: frame)
        }
        keep(frame) { $0.secondLooks.append(.init(label: label, expected: box, found: found)) }
        return found
    }

    /// The records of all frames up to this one, ascending, which are forgotten here. In one frame the second looks come in the
    /// order of their places and not of their time, which threads decide.
    public func take(through frame: Int) -> [DetectionRecord] {
        let taken = records.withLock { records in
            let taken = records.values.filter { $0.frame <= frame }
            for record in taken { records[record.frame] = nil }
            return taken
        }
        return taken.sorted { $0.frame < $1.frame }.map { record in
            var record = record
            record.secondLooks.sort { Self.place(of: $0).lexicographicallyPrecedes(Self.place(of: $1)) }
            return record
        }
    }

    private func keep(_ frame: Frame, _ change: (inout DetectionRecord) -> Void) {
        records.withLock { change(&$0[frame.index, default: DetectionRecord(frame: frame.index, time: frame.time)]) }
    }

    private static func place(of look: DetectionRecord.SecondLook) -> [Double] {
        [look.expected.left, look.expected.top, look.expected.width, look.expected.height]
    }
}
