internal import Foundation
internal import Synchronization

/// Says how several runs are going, in lines that do not mix: one that is drawn anew on a terminal, and whole ones above it.
final class BatchBoard: Sendable {
    /// A run under way.
    struct Running: Equatable {
        let name: String
        /// 0...100; nil when it is not known how long the video is.
        var percent: Int?
        var frames = 0
    }

    private struct State {
        var running: [Int: Running] = [:]
        var done = 0
        var lastDrawn: ContinuousClock.Instant?
        var isDrawn = false
    }

    private let state = Mutex(State())
    private let total: Int
    private let isQuiet: Bool
    private let isTerminal: Bool

    init(total: Int, isQuiet: Bool) {
        self.total = total
        self.isQuiet = isQuiet
        isTerminal = StandardError.isTerminal && !isQuiet
    }

    /// - Parameter place: tells the runs apart.
    func begin(_ place: Int, name: String) {
        state.withLock { state in
            state.running[place] = Running(name: name)
            state.lastDrawn = nil
            draw(&state)
        }
    }

    func show(_ place: Int, framesDone: Int, expected: Int?) {
        state.withLock { state in
            state.running[place]?.frames = framesDone
            if let expected, expected > 0 { state.running[place]?.percent = min(100, framesDone * 100 / expected) }
            draw(&state)
        }
    }

    func end(_ place: Int) {
        state.withLock { state in
            state.running[place] = nil
            state.done += 1
            state.lastDrawn = nil
            if state.done < total { draw(&state) } else { clear(&state) }
        }
    }

    /// Writes lines about a video, each with its name before it, in one piece.
    func say(_ name: String, _ text: String) {
        guard !isQuiet else { return }
        let lines = text.split(separator: "\n").map { "\(name): \($0)\n" }.joined()
        state.withLock { state in
            clear(&state)
            StandardError.write(lines)
            draw(&state)
        }
    }

    func clear() { state.withLock { clear(&$0) } }

    private func draw(_ state: inout State) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        if let lastDrawn = state.lastDrawn, state.isDrawn, now - lastDrawn < .milliseconds(100) { return }
        state.lastDrawn = now
        state.isDrawn = true
        let running = state.running.sorted { $0.key < $1.key }.map(\.value)
        StandardError.write(
            "\r\u{1B}[K"
                + Self.text(done: state.done, of: total, running: running, columns: StandardError.columns))
    }

    private func clear(_ state: inout State) {
        if state.isDrawn { StandardError.write("\r\u{1B}[K") }
        state.isDrawn = false
    }

    /// "3 of 10 videos  a 45 %  b 1200 frames", no wider than the terminal: a line that wraps cannot be taken back.
    static func text(done: Int, of total: Int, running: [Running], columns: Int) -> String {
        let parts = running.map { run in
            run.name + " " + (run.percent.map { "\($0) %" } ?? RunReport.count(run.frames, "frame"))
        }
        let text = (["\(done) of \(RunReport.count(total, "video"))"] + parts).joined(separator: "  ")
        return text.count < columns ? text : text.prefix(max(0, columns - 2)) + "…"
    }
}

/// One run's share of the board.
struct BatchLine: ProgressDisplay {
    let board: BatchBoard
    let place: Int
    let expected: ExpectedFrames

    func show(frame: Int, framesDone: Int, liveTracks: Int?) {
        board.show(place, framesDone: framesDone, expected: expected.count)
    }

    func clear() {}
}
