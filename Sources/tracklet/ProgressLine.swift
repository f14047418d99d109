internal import Foundation
internal import TrackingPipeline

/// One line on a terminal that shows how far a run is, drawn anew ten times a second.
final class ProgressLine {
    private let total: Int?
    private let started = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var isShown = false

    /// - Parameter total: the frames the source declares.
    init(total: Int?) {
        self.total = total
    }

    func show(_ progress: TrackingProgress) {
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < .milliseconds(100) { return }
        lastDrawn = now
        isShown = true
        let seconds = (now - started) / .seconds(1)
        let rate = Double(progress.framesDone) / max(seconds, 1e-6)
        var parts = ["frame \(progress.frame)"]
        if let total, total > 0 {
            let share = min(1, Double(progress.framesDone) / Double(total))
            parts.append("\(Int(share * 100)) %")
            let left = Double(max(0, total - progress.framesDone)) / max(rate, 1e-6)
            parts.append("\(Int(rate)) frames/s")
            parts.append("\(Self.clock(left)) left")
        } else {
            parts.append("\(Int(rate)) frames/s")
        }
        parts.append("\(progress.liveTracks) live \(progress.liveTracks == 1 ? "track" : "tracks")")
        StandardError.write("\r\u{1B}[K" + parts.joined(separator: "  "))
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
        isShown = false
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
