internal import TrackTuning
internal import TrackingPipeline

/// The options of `tune`: its own, and those of `track` that every setting has in common.
enum TuneOptionTable {
    private static let defaults = TuneOptions()

    static let comparison: [Option] = [
        Option(
            "intervals", argument: "N,N...",
            help: """
                The intervals to compare, each as for --interval of track: every Nth frame, 1 to 1000000, or seconds as in 0.4s. \
                Default \(defaults.intervals.map(\.description).joined(separator: ",")). 1 is always run too: it is what the others are held against. Each one more costs \
                its tracking; its searches are shared.
                """),
        Option(
            "levels", argument: "L,L",
            help: """
                The levels of tracking to compare, fast, accurate or both, each at every interval. Default accurate. With both, \
                accurate at interval 1 is the reference.
                """),
        Option(
            "loss", argument: "HOTA",
            help: """
                What the advice may lose at most against the reference, in HOTA from 0 to 100. Default \(RunReport.number(defaults.loss, decimals: 0)). Raising it allows \
                longer intervals, which are cheaper.
                """),
        Option(
            "samples", argument: "N",
            help: """
                How many samples of a long video are tracked, from the middles of N equal parts, 1 to 1000. Default \(defaults.plan.count). Raising \
                it sees more of the video, and takes longer. A video that is no longer than all samples together is taken whole.
                """),
        Option(
            "sample", argument: "SECONDS",
            help: """
                How long each sample is, 1 to 86400 seconds, or all for the whole video however long. Default \(RunReport.number(defaults.plan.seconds ?? 0, decimals: 0)). Raising it \
                shows better how long tracks hold, and takes longer.
                """),
    ]

    static let output: [Option] = [
        Option(
            "json", argument: "PATH",
            help: """
                Write the numbers as JSON too, unrounded; what depends on time stands in "timing", all else is the same in \
                every run. - is standard output, in place of the table. Default: the table alone.
                """),
        Option(
            "report", argument: "FILE.html",
            help: """
                Write a page with the table, the advice and a plot of speed against agreement, in one file that needs no \
                network. Default: none.
                """),
        TrackOptionTable.overwrite,
    ]

    static let detection = TrackOptionTable.detection.filter { $0.name != "interval" }.map { own[$0.name] ?? $0 }

    static let tracking = TrackOptionTable.tracking.filter { !["level", "seed"].contains($0.name) }
        .map { own[$0.name] ?? $0 }

    static let running = TrackOptionTable.running.filter { $0.name != "dump-config" }

    static let all = comparison + output + detection + tracking + running

    /// The names `TrackOptions` has never heard of.
    static let ownNames = Set((comparison + output).map(\.name)).subtracting(["overwrite"])

    /// Options whose help for `track` tells of what `tune` does not have.
    private static let own = [
        "detector": Option(
            "detector", short: "d", argument: "NAME",
            help: """
                What to look for (tracklet list detectors names them); may be repeated. Default face. Each one more costs its own \
                search in every round.
                """),
        "label": DetectOptionTable.label,
        "tracker": Option(
            "tracker", argument: "NAME",
            help: """
                Follow objects with this tracker (tracklet list trackers names them) in place of --levels. Default: those of \
                --levels.
                """),
    ]
}
