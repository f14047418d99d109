/// The options of `detect`: those of `track` that make sense without tracks.
enum DetectOptionTable {
    static let detection =
        TrackOptionTable.detection.filter { $0.name != "interval" }.map { own[$0.name] ?? $0 } + [
            Option(
                "min-confidence", argument: "C",
                help: """
                    From 0 to 1: less sure finds are left out. Default \(defaults.minimumConfidence), where track has \(TrackOptions().minimumConfidence): every frame is searched \
                    thoroughly, and there are no tracks to tell weak finds from chance. Raising it drops more false finds, and \
                    weak true ones.
                    """)
        ]

    static let range = TrackOptionTable.tracking.filter { ["start", "end"].contains($0.name) }

    static let all = TrackOptionTable.output + detection + range + TrackOptionTable.running

    /// The label without a word of --detector none.
    static let label = Option(
        "label", argument: "TEXT",
        help: """
            What the objects of a detector are called. Default: the detector's own, for face "face".
            """)

    /// Options whose help for `track` tells of what is followed without a detector.
    private static let own = [
        "detector": Option(
            "detector", short: "d", argument: "NAME",
            help: """
                What to look for (tracklet list detectors names them); may be repeated. Default face. Each one more costs its own \
                search in every frame.
                """),
        "label": label,
    ]

    /// What holds when the user says nothing.
    static var defaults: TrackOptions {
        var options = TrackOptions()
        options.minimumConfidence = 0.5
        return options
    }
}
