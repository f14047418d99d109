internal import TrackFormats

/// The options of `convert` and `validate`: what a track file does not say of itself.
enum TransferOptionTable {
    static let reading: [Option] = [
        TrackOptionTable.motPixelBase,
        Option(
            "fps", argument: "RATE",
            help: """
                Frames per second, above 0 to 1000. Times are made from it (frame / rate) where the file read holds none. \
                Default: what the file says.
                """),
        Option(
            "width", argument: "PIXELS",
            help: "The picture's width, 1 to 100000. With --height. Default: what the file read says."),
        Option(
            "height", argument: "PIXELS",
            help: "The picture's height, 1 to 100000. With --width. Default: what the file read says."),
        Option(
            "frames", argument: "N",
            help: """
                The number of frames of the video, 1 to 1000000000. Default: what the file read says, or up to its last \
                frame.
                """),
        Option(
            "label", argument: "TEXT",
            help: "What objects are called that the file read gives no label. Default object."),
    ]

    static let converting: [Option] =
        [TrackOptionTable.overwrite] + reading + [
            Option(
                "keyframe-tolerance", argument: "PIXELS",
                help: """
                    CVAT files: how far an edge of a box may be off when it is interpolated between key frames, 0 to 1000. \
                    Default \(TrackWritingOptions().keyframeTolerance). Raising it leaves fewer key frames to correct by hand, and looser boxes between them.
                    """),
            Option("quiet", short: "q", help: "Say nothing but errors."),
            Option("help", short: "h", help: "Show this help."),
        ]

    static let validating: [Option] =
        reading + [
            Option("quiet", short: "q", help: "Print findings only, and nothing of files that are fine."),
            Option("help", short: "h", help: "Show this help."),
        ]
}
