internal import TrackModel

/// Where a run's time went, a line for each stage: "profile: detection  3.20 ms  41 %".
enum ProfileReport {
    /// - Parameters:
    ///   - frames: how many were tracked.
    ///   - before: processor seconds the process had taken before the run.
    static func text(_ reading: StageClock.Reading, frames: Int, before: Double) -> String {
        let stages = Stage.allCases.map { (name: $0.rawValue, seconds: reading.stages[$0] ?? 0) }
        // Opening the source comes before the run and is decoding all the same: what is known is not taken away twice.
        let rest = max(0, reading.process - before - stages.reduce(0) { $0 + $1.seconds })
        let parts = stages + [("other threads, tasks", rest), ("start", before)]
        let whole = max(1e-9, parts.reduce(0) { $0 + $1.seconds })
        func line(_ name: String, _ seconds: Double, _ note: String) -> String {
            let milliseconds = RunReport.number(1000 * seconds / Double(max(1, frames)), decimals: 3)
            return "profile: " + name.padding(to: 21) + String(repeating: " ", count: max(0, 8 - milliseconds.count))
                + "\(milliseconds) ms  \(note)\n"
        }
        return parts.map { line($0.name, $0.seconds, RunReport.number(100 * $0.seconds / whole, decimals: 0) + " %") }
            .joined() + line("waiting", reading.waiting, "on the clock, for frames and rounds")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
