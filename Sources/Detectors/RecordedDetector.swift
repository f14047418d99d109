public import TrackModel

/// Says again what detectors said in another run, or in another program, without looking at any pixel.
///
/// Rounds are held on the frames that were recorded. A second look that was asked before has the answer it had; any other
/// answers with what was recorded in its frame and overlaps the expected box best.
public struct RecordedDetector: Detector {
    public let name = "recorded"
    /// As the user named it, for messages.
    private let origin: String
    private let records: [Int: DetectionRecord]
    /// The frames on which rounds were held, of which the file may have none.
    private let frames: ClosedRange<Int>?

    /// The overlap from which on a detection may be the object that is looked for.
    static let minimumOverlap = 0.3
    /// Seconds between two times that may still be one frame's: files of other programs round them.
    static let timeTolerance = 0.011

    /// - Parameters:
    ///   - records: one for a frame; of several the last counts.
    ///   - origin: the name of the file, for messages.
    public init(_ records: [DetectionRecord], origin: String) {
        self.origin = origin
        self.records = Dictionary(records.map { ($0.frame, $0) }, uniquingKeysWith: { _, last in last })
        let held = records.filter { $0.detections != nil }.map(\.frame)
        frames = held.min().flatMap { first in held.max().map { first...$0 } }
    }

    public func covers(_ frame: Frame) -> Bool { records[frame.index]?.detections != nil }

    /// Throws `TrackletError` (`badData`) when the frame had another time when it was recorded.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        guard let record = records[frame.index] else { return [] }
        if let time = record.time, abs(time - frame.time) > Self.timeTolerance {
            throw foreign("its frame \(frame.index) is at \(time) s, and the video's is at \(frame.time) s")
        }
        return record.detections ?? []
    }

    public func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        guard let record = records[frame.index] else { return nil }
        if let asked = record.secondLooks.first(where: { $0.label == label && $0.expected == box }) {
            return asked.found
        }
        let known = (record.detections ?? []) + record.secondLooks.compactMap(\.found)
        return known.filter { $0.label == label }
            .map { (detection: $0, overlap: $0.box.intersectionOverUnion(with: box)) }
            .filter { $0.overlap >= Self.minimumOverlap }
            .max { $0.overlap < $1.overlap }?.detection
    }
}

// MARK: - Belonging to the video

extension RecordedDetector {
    /// Throws `TrackletError` (`badData`) when what can be known of the video before it is read shows that the detections are
    /// another's: a box beside the picture, many more frames than it declares.
    public func check(against facts: SourceFacts) throws {
        for record in records.values.sorted(by: { $0.frame < $1.frame }) {
            for box in (record.detections ?? []).map(\.box) where box.clipped(to: facts.size.bounds) == nil {
                throw foreign(
                    "in frame \(record.frame) it has the box \(Self.rounded(box)), and the picture "
                        + "has \(facts.size) pixels")
            }
        }
        // Containers may declare a few frames too few.
        if let frames, let declared = facts.declaredFrameCount, frames.upperBound >= declared + max(10, declared / 10) {
            throw foreign("it goes up to frame \(frames.upperBound), and the video declares \(declared) frames")
        }
    }

    /// Throws `TrackletError` (`badData`) when the video turned out to be another one.
    ///
    /// - Parameters:
    ///   - frameCount: how many frames the video has; nil when it was not read to its end.
    ///   - rounds: how many rounds were held.
    public func checkAfterRun(frameCount: Int?, rounds: Int) throws {
        guard let frames else { return }
        if let frameCount, frames.upperBound >= frameCount {
            throw foreign("it goes up to frame \(frames.upperBound), and the video has \(frameCount), counted from 0")
        }
        if rounds == 0 {
            throw foreign("of its frames \(frames.lowerBound) to \(frames.upperBound) none was tracked")
        }
    }

    private static func rounded(_ box: Box) -> String {
        [box.left, box.top, box.width, box.height].map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ",")
    }

    private func foreign(_ reason: String) -> TrackletError {
        TrackletError(
            .badData,
            "The detections in \(origin) are not of this video or this part of it: \(reason); name the file that was made from it."
        )
    }
}
