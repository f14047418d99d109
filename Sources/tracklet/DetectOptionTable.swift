/// The options of `detect`: those of `track` that make sense without tracks.
enum DetectOptionTable {
    static let detection =
        TrackOptionTable.detection.filter { $0.name != "interval" } + [
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

    /// What holds when the user says nothing.
    static var defaults: TrackOptions {
        var options = TrackOptions()
        options.minimumConfidence = 0.5
        return options
    }
}
