/// The options of `live`.
enum LiveOptionTable {
    static let own: [Option] = [
        Option(
            "listen", argument: "HOST:PORT",
            help: """
                Where the page is served. Default 127.0.0.1:8090, which only this machine can reach. Any other address than this \
                machine's own loopback needs --token: whoever reaches it sees the picture.
                """),
        Option(
            "token", argument: "TEXT",
            help: """
                What a page must know to see anything, 8 to 200 letters, digits, - and _; it is part of the address that is printed. \
                Default: none, everybody on this machine may look.
                """),
        Option("loop", help: "Play a file again from its start when it ends."),
    ]

    private static let recordings: [Option] = [
        Option(
            "output-dir", argument: "DIR",
            help: """
                The folder that recordings started on the page go to, as live-DATE-TIME.csv and .mp4; it is made if it is not there. \
                Default: the current folder.
                """),
        Option(
            "format", argument: "NAMES",
            help: """
                The formats of recorded tracks, with commas between them as in csv,jsonl (tracklet list formats); may be repeated. \
                Default csv.
                """),
    ]

    /// What has another meaning, or none, without frames to be read again.
    private static let leftOut: Set<String> = ["tracker", "seed", "start", "end"]

    static let page = own + recordings
    static let tracking = TrackOptionTable.tracking.filter { !leftOut.contains($0.name) }
    static let all = page + TrackOptionTable.detection + tracking + TrackOptionTable.running
    static let names = Set(own.map(\.name))
}
