/// The options of `track`, in the order of its help.
enum TrackOptionTable {
    private static let defaults = TrackOptions()

    static let overwrite = Option(
        "overwrite", help: "Replace output files that exist. Without it an existing file is an error.")

    static let motPixelBase = Option(
        "mot-pixel-base", argument: "1|0",
        help: """
            What MOTChallenge files call the first pixel. 1, the default, follows the specification; 0 is what \
            many tools read and write.
            """)

    static let output: [Option] = [
        Option(
            "output", short: "o", argument: "PATH",
            help: """
                Where the data goes; may be repeated. The format is told by the ending, or named as in mot:PATH \
                (tracklet list formats). - is standard output, as CSV unless named. Default: CSV on standard output.
                """),
        overwrite,
        motPixelBase,
    ]

    static let detection: [Option] = [
        Option(
            "interval", short: "n", argument: "N",
            help: """
                Detect on every Nth frame, 1 to 1000000, or every so many seconds as in 0.4s. Default \(defaults.interval). Raising it is \
                faster, and finds new objects later; 1 detects on every frame.
                """),
        Option(
            "detector", short: "d", argument: "NAME",
            help: """
                What to look for (tracklet list detectors names them); may be repeated. none: nothing, only what --seed \
                points at is followed. Default face. Each one more costs its own search in every round.
                """),
        Option(
            "cascade", argument: "FILE",
            help: """
                Look for what this cascade file (Haar or LBP, XML) finds; may be repeated, also beside --detector. What it \
                finds is called object unless a --label follows. Default: none.
                """),
        Option(
            "model", argument: "FILE",
            help: """
                The network that a detector runs, an ONNX file: of yunet, centerface or any. This and the options below it, down to \
                --raw-boxes, hold for the --detector or --cascade named last before them; given before any of these, for all. \
                Default: the file of that network in the folders of models, for any none.
                """),
        Option(
            "names", argument: "FILE",
            help: """
                What the network of --detector any finds: a text with a name a line, in the network's order. Default: none.
                """),
        Option(
            "label", argument: "TEXT",
            help: """
                What the objects of a detector are called. After --detector none it names what --seed points at. Default: the \
                detector's own, for face "face".
                """),
        Option(
            "min-size", argument: "SIZE",
            help: """
                The smallest height that is looked for, in pixels from 1 to 100000, or percent of the picture's height as in \
                5%. Default: the detector's own, for faces the larger of 24 pixels and 1/18 of the height. Raising it is much \
                faster and misses smaller ones; lowering it finds these, and more false ones.
                """),
        Option(
            "max-size", argument: "SIZE",
            help: """
                The largest height that is looked for, as for --min-size. Default: the picture's. Lowering it drops large \
                false finds.
                """
        ),
        Option(
            "scale-factor", argument: "RATIO",
            help: """
                The step from one searched size to the next, 1.01 to 4. Default 1.2. Raising it is faster and misses \
                more. Without effect on rectangles, text and networks.
                """),
        Option(
            "min-neighbors", argument: "N",
            help: """
                How many more overlapping hits a first one needs to make a find, 0 to 1000. Default: the detector's own, 3 for \
                most. Raising it drops false finds, and weak true ones. Without effect on rectangles, text and networks.
                """),
        Option(
            "region", argument: "X,Y,W,H",
            help: """
                Look only inside this part of the picture: left,top,width,height in pixels, or percent as in \
                0%,0%,50%,100%. Some of it must lie in the picture. Default: all of it. A smaller region is faster.
                """),
        Option(
            "raw-boxes",
            help: """
                Give the detector's own boxes. Default: they are adjusted to the tight box of the object, for a face \
                forehead to chin and ear to ear.
                """),
    ]

    /// Detections that outlive a run; not for `detect`, which writes them anyway.
    static let recording: [Option] = [
        Option(
            "save-detections", argument: "FILE",
            help: """
                Keep all that the detectors say in this file, as JSON Lines, for --detections. Default: nowhere.
                """),
        Option(
            "detections", argument: "FILE",
            help: """
                Take the detections from this file and run no detector: what --save-detections kept, for the same tracks \
                without the search; what tracklet detect wrote; or another program's, in MOTChallenge text, JSON Lines or \
                CSV. Rounds are held on the frames that it names, on all unless --interval is given. What has no label in \
                it is called by --label, or face; MOTChallenge text follows --mot-pixel-base. Default: detectors run.
                """),
    ]

    static let tracking: [Option] = [
        Option(
            "level", argument: "fast|accurate",
            help: """
                How much is spent on following one object between detections. Default accurate; fast is cheaper and drifts \
                more.
                """
        ),
        Option(
            "tracker", argument: "NAME",
            help: "Follow objects with this tracker (tracklet list trackers names them). Default: the one of --level."),
        Option(
            "min-confidence", argument: "C",
            help: """
                From 0 to 1: below it a box is not shown and its track counts as lost. Default \(defaults.minimumConfidence). Raising it hides \
                doubtful boxes, lowering it keeps covered objects on show.
                """),
        Option(
            "seed", argument: "X,Y,W,H[@TIME]",
            help: """
                Follow what is in this box (pixels) from this time on (seconds, h:mm:ss or a frame as in 300f; default \
                the start), detector or none; may be repeated.
                """),
        Option(
            "start", argument: "TIME",
            help: """
                Begin here: seconds, h:mm:ss, or a frame as in 300f (frames count from 0). Frames keep the source's \
                numbers. Default: the first frame.
                """
        ),
        Option("end", argument: "TIME", help: "Stop before this place, as for --start. Default: after the last frame."),
        Option(
            "confirm", argument: "N",
            help: """
                Rounds of detection that must see a new object before it counts, 1 to 1000; from 2 on it must also be \
                seen over 0.3 seconds, and doubtful finds take more rounds. Default \(defaults.confirmationRounds). Raising it drops more false finds, and \
                objects seen briefly; 1 counts everything at once.
                """),
        Option(
            "patience", argument: "N",
            help: """
                How long a track may go unseen by the detector before it ends: rounds from 0 to 1000000, or seconds \
                from 0 to 86400 as in 2s. Default 5s. Raising it bridges longer turns and occlusions, and follows longer what \
                is gone.
                """),
        Option(
            "max-tracks", argument: "N",
            help: """
                The most objects followed at once, 1 to 100000; the surest new ones come first. Default \(defaults.maximumTracks). Lowering it \
                bounds the time a frame takes.
                """
        ),
    ]

    static let running: [Option] = [
        Option(
            "threads", argument: "N",
            help: """
                Tasks that may run at once, 1 to 256. Default: the processor's cores, at most 16. Raising it is faster while \
                there are cores, and takes more memory; the result is the same.
                """
        ),
        Option("quiet", short: "q", help: "No progress and no summary; errors only."),
        Option(
            "verbose", short: "v",
            help: "Say more: the source's facts and the options in effect, before the run. --quiet wins."),
        Option(
            "config", argument: "FILE",
            help: "Take options from a JSON file with the names of these options. Those on the command line win."),
        Option("dump-config", help: "Print the options in effect as such a file, and do nothing else."),
        Option("help", short: "h", help: "Show this help."),
    ]

    static let profiling: [Option] = [
        Option(
            "profile",
            help:
                "Say after the run, also with --quiet, where the processor's time went, stage by stage, in ms a frame.")
    ]

    static let all =
        output + BatchOptionTable.all + VideoOptionTable.all + detection + recording + tracking
        + RecognitionOptionTable.own + running + profiling
}
