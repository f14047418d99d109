internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// What is said on standard error before and after a run.
enum RunReport {
    /// What is known of the source, and the options in effect.
    static func opening(_ facts: SourceFacts, options: [String: String]) -> String {
        var parts = ["\(facts.name): \(facts.size) pixels"]
        if let rate = facts.nominalFrameRate { parts.append("\(number(rate, decimals: 2)) frames/s") }
        if let frames = facts.declaredFrameCount { parts.append("\(count(frames, "frame")) declared") }
        if let seconds = facts.declaredDuration { parts.append("\(number(seconds, decimals: 1)) s") }
        parts.append("\(facts.codec) \(facts.pixelFormat) in \(facts.container)")
        if facts.isLive { parts.append("live") }
        let settings = options.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return parts.joined(separator: ", ") + "\noptions: " + settings.joined(separator: ", ") + "\n"
    }

    static func text(
        _ summary: TrackingSummary, read: ReadSummary, notes: [String], outputs: [String], seconds: Double
    ) -> String {
        let counts = [
            frames(summary.frames, read), count(summary.tracks, "track"), count(summary.observations, "observation"),
            count(summary.rounds, "round"), count(summary.cuts, "cut"),
            summary.horizons > 0 ? count(summary.horizons, "horizon") : nil, speed(summary.frames, seconds),
        ].compactMap(\.self)
        return text(
            counts, identities: summary.identified, notes: notes, read: read, wasInterrupted: summary.wasCancelled,
            outputs: outputs)
    }

    /// What was done and how fast, for a page.
    static func lines(
        _ summary: TrackingSummary, read: ReadSummary, seconds: Double, threads: Int
    ) -> [(name: String, text: String)] {
        [
            ("Tracking", "\(frames(summary.frames, read)) in \(number(seconds, decimals: 1)) s"),
            ("Speed", "\(speed(summary.frames, seconds)), \(count(threads, "thread"))"),
            ("Detection", "\(count(summary.rounds, "round"))"), ("Scene cuts", "\(summary.cuts)"),
        ] + (summary.identified.flatMap(text).map { [("Names", $0)] } ?? [])
    }

    /// Which outputs of a run that measured horizons have no place for them.
    static func horizonNotes(_ outputs: [TrackOutput]) -> [String] {
        let formats = outputs.map(\.format).filter { !$0.holds.contains(.horizons) }.map(\.name)
        return Set(formats).sorted().map { "\($0) cannot hold horizons." }
    }

    /// What the user should know of a run.
    ///
    /// - Parameter known: what was known before it.
    static func notes(_ summary: TrackingSummary, known: [String]) -> [String] {
        var notes = known
        if summary.idleSeeds > 0 {
            notes.append(
                "\(count(summary.idleSeeds, "seed")) started no track: its time lies outside what was tracked, or there is "
                    + "nothing to hold on to in its box.")
        }
        if summary.tracks == 0, summary.unconfirmed > 0 {
            notes.append(
                "Something was found, and seen too briefly to count; --confirm 1 counts it, tracklet detect shows it.")
        }
        return notes
    }

    /// "ann 2 tracks, unknown 1 track; 3 came back"
    private static func text(_ identified: IdentifiedTracks) -> String? {
        let labels = identified.identities.compactMap(\.label)
        let names = Set(labels).sorted().map { name in "\(name) \(count(labels.count { $0 == name }, "track"))" }
        let parts =
            (names.isEmpty ? [] : [names.joined(separator: ", ")])
            + (identified.returnCount > 0 ? ["\(identified.returnCount) came back"] : [])
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    static func text(
        detections: Int, frames done: Int, read: ReadSummary, wasInterrupted: Bool, notes: [String], outputs: [String],
        seconds: Double
    ) -> String {
        let counts = [frames(done, read), count(detections, "detection"), speed(done, seconds)]
        return text(counts, notes: notes, read: read, wasInterrupted: wasInterrupted, outputs: outputs)
    }

    private static func text(
        _ counts: [String], identities: IdentifiedTracks? = nil, notes: [String], read: ReadSummary,
        wasInterrupted: Bool, outputs: [String]
    ) -> String {
        var lines = [counts.joined(separator: ", ")]
        if let names = identities.flatMap(text) { lines.append("names: " + names) }
        lines += notes.map { "note: \($0)" }
        lines += read.warnings.map { "note: \($0)" }
        if wasInterrupted { lines.append("note: Interrupted; what is written is whole up to there.") }
        let files = outputs.filter { $0 != "-" }
        if !files.isEmpty { lines.append("written: " + files.joined(separator: ", ")) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// "100 frames (200 decoded, 300 declared)"
    private static func frames(_ done: Int, _ read: ReadSummary) -> String {
        let declared = read.declaredFrameCount.map { ", \($0) declared" } ?? ""
        return "\(count(done, "frame")) (\(read.framesDecoded) decoded\(declared))"
    }

    private static func speed(_ frames: Int, _ seconds: Double) -> String {
        number(Double(frames) / max(seconds, 1e-9), decimals: 0) + " frames/s"
    }

    /// "1 track", "2 tracks"
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    static func number(_ value: Double, decimals: Int) -> String { String(format: "%.\(decimals)f", value) }
}
