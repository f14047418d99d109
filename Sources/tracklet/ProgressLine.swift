internal import Foundation

/// One line on a terminal that shows how far a run is, drawn anew ten times a second.
final class ProgressLine: ProgressDisplay {
    private let expected: ExpectedFrames
    private let started = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var isShown = false

    /// Nil where it would be in the way: no terminal, --quiet, or data going to the same terminal.
    convenience init?(_ expected: ExpectedFrames, options: TrackOptions, outputs: [String]) {
        self.init(expected, isQuiet: options.isQuiet, outputs: outputs)
    }

    init?(_ expected: ExpectedFrames, isQuiet: Bool, outputs: [String]) {
        let sharesTerminal = outputs.contains("-") && StandardOutput.isTerminal
        guard StandardError.isTerminal, !isQuiet, !sharesTerminal else { return nil }
        self.expected = expected
    }

    func show(frame: Int, framesDone: Int, liveTracks: Int?) {
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
        lastDrawn = now
        isShown = true
        let text = Self.text(
            frame: frame, framesDone: framesDone, expected: expected.count, seconds: (now - started) / .seconds(1),
            liveTracks: liveTracks)
        StandardError.write("\r\u{1B}[K" + text)
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
        isShown = false
    }

    /// "frame 150  50 %  75 frames/s  0:02 left  3 live tracks"
    static func text(frame: Int, framesDone: Int, expected: Int?, seconds: Double, liveTracks: Int?) -> String {
        let rate = Double(framesDone) / max(seconds, 1e-6)
        var parts = ["frame \(frame)"]
        if let expected, expected > 0 {
            parts.append("\(min(100, framesDone * 100 / expected)) %")
        }
        parts.append(RunReport.number(rate, decimals: rate < 10 ? 1 : 0) + " frames/s")
        if let expected, expected > 0 {
            parts.append(clock(Double(max(0, expected - framesDone)) / max(rate, 1e-6)) + " left")
        }
        if let liveTracks { parts.append(RunReport.count(liveTracks, "live track")) }
        return parts.joined(separator: "  ")
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded())
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
