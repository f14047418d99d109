internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// What is said on standard error before and after a run.
enum RunReport {
    static func description(of facts: SourceFacts) -> String {
        var parts = ["\(facts.name): \(facts.size) pixels"]
        if let rate = facts.nominalFrameRate { parts.append("\(number(rate, decimals: 2)) frames/s") }
        if let count = facts.declaredFrameCount { parts.append("\(count) frames declared") }
        if let seconds = facts.declaredDuration { parts.append("\(number(seconds, decimals: 1)) s") }
        parts.append("\(facts.codec) \(facts.pixelFormat) in \(facts.container)")
        if facts.isLive { parts.append("live") }
        return parts.joined(separator: ", ")
    }

    static func text(
        _ summary: TrackingSummary, read: ReadSummary, facts: SourceFacts, outputs: [String], seconds: Double,
        options: TrackOptions
    ) -> String {
        let declared = read.declaredFrameCount.map { " of \($0) declared" } ?? ""
        var lines = [
            "\(summary.frames) frames\(declared), \(summary.tracks) tracks, \(summary.observations) observations, "
                + "\(summary.rounds) rounds, \(summary.cuts) cuts, "
                + "\(number(Double(summary.frames) / max(seconds, 1e-9), decimals: 0)) frames/s"
        ]
        lines += read.warnings.map { "note: \($0)" }
        if summary.wasCancelled { lines.append("note: interrupted; the outputs are whole up to there.") }
        let files = outputs.filter { $0 != "-" }
        if !files.isEmpty { lines.append("written: " + files.joined(separator: ", ")) }
        if options.isVerbose, options.outputs.contains(where: { $0.hasPrefix("mot:") || $0.hasSuffix(".txt") }) {
            lines.append("note: MOTChallenge boxes start at pixel \(options.motPixelBase.rawValue).")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func number(_ value: Double, decimals: Int) -> String {
        String(format: "%.\(decimals)f", value)
    }
}
