internal import Synchronization
internal import TrackModel

/// Asks other detectors each question once, however many runs over the same frames ask it, and remembers what the answer cost.
///
/// A question is a frame and a kind of search: quick, thorough, or a second look at a place. Answers as the detectors do one
/// after another: of a frame all they find, in a second look the first that sees the object. Who gets an answer that another
/// run has paid for is charged its cost on the account of its task, so that each run's account says what it would have cost alone.
final class SharedDetector: Detector {
    let name = "shared"
    private let detectors: [any Detector]
    private let answers = Mutex<[Question: PaidOnce<[Detection]>]>([:])

    init(_ detectors: [any Detector]) { self.detectors = detectors }

    var wantsColor: Bool { detectors.contains(where: \.wantsColor) }

    func covers(_ frame: Frame) -> Bool { detectors.allSatisfy { $0.covers(frame) } }

    func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        try answer(to: .search(frame: frame.index, effort)) {
            try detectors.flatMap { try $0.detect(in: frame, effort: effort) }
        }
    }

    func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        try answer(to: .look(frame: frame.index, label: label, box)) {
            for detector in detectors {
                if let found = try detector.look(for: label, expectedIn: box, of: frame) { return [found] }
            }
            return []
        }.first
    }

    /// Forgets all answers: the next frames are of another part of the video.
    func forget() { answers.withLock { $0 = [:] } }

    private enum Question: Hashable {
        case search(frame: Int, DetectionEffort)
        case look(frame: Int, label: String, Box)
    }

    private func answer(to question: Question, _ ask: () throws -> [Detection]) throws -> [Detection] {
        let answer = answers.withLock { answers in
            if let answer = answers[question] { return answer }
            let answer = PaidOnce<[Detection]>()
            answers[question] = answer
            return answer
        }
        return try answer.value(chargedTo: .detection, make: ask)
    }
}
