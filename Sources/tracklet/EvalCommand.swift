internal import TrackFormats
internal import TrackMetrics
internal import TrackModel

/// `tracklet eval`: how well tracks fit a ground truth.
enum EvalCommand {
    static let options: [Option] = [
        Option(
            "ignore", argument: "FILE",
            help: """
                Places where results count neither way, by frame, in any format; with folders, a folder. A result is \
                dropped there when it overlaps no truth by 0.3 and the place by 0.5, or lies in it by 70 %. Default: \
                NAME.ignore.txt beside the ground truth NAME.txt, if there is one; truth with confidence 0 counts too.
                """),
        Option(
            "iou", argument: "T",
            help: """
                Overlap from which on MOTA, IDF1 and what is counted with them let two boxes match, 0 to 1. Default 0.5. \
                Lowering it forgives looser boxes. HOTA has no such choice.
                """),
        Option(
            "mot-pixel-base", argument: "1|0",
            help: "What MOTChallenge files, of results and truth, call the first pixel. Default 1, as specified."),
        Option(
            "json", argument: "PATH",
            help: """
                Write the numbers as JSON too, unrounded and some more; - is standard output, in place of the table. \
                Default: the table alone.
                """),
        Option("overwrite", help: "Replace a JSON file that exists. Without it an existing file is an error."),
        Option("quiet", short: "q", help: "No notes, errors only."),
        Option("help", short: "h", help: "Show this help."),
    ]

    static var help: String {
        """
        usage: tracklet eval TRACKS TRUTH [options]

        Measures tracks against ground truth: HOTA with DetA, AssA and LocA, MOTA, IDF1, identity switches, fragments, tracks
        mostly tracked (MT), partly (PT) and mostly lost (ML), false and missed boxes, all as TrackEval counts them. TRACKS and
        TRUTH are two files of any format (tracklet list formats), or two folders whose files have equal names, one for each
        clip; the last line then takes all boxes together. A folder of ground truth may also hold NAME/gt/gt.txt.


        """ + OptionSection(title: "Options", options: options).helpText
    }

    static func run(_ arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, options: options)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        guard parsed.operands.count == 2 else {
            throw TrackletError(
                .usage,
                "tracklet eval compares two files or two folders, the tracks and then the ground truth, and \(parsed.operands.count) are named; as in: tracklet eval tracks.csv truth.txt"
            )
        }
        var reading = TrackReadingOptions()
        var threshold = 0.5
        var ignored: String?
        var jsonPath: String?
        for (option, text) in parsed.options {
            let value = ValueParser(option: option.name, value: text ?? "")
            switch option.name {
            case "ignore": ignored = value.value
            case "iou": threshold = try value.number(in: 0...1, "give an overlap from 0 to 1; 0.5 is usual")
            case "mot-pixel-base": reading.motPixelBase = try value.pixelBase()
            case "json": jsonPath = value.value
            default: break
            }
        }
        let overwrites = parsed.options.contains { $0.option.name == "overwrite" }
        let (clips, unused) = try EvalClip.find(
            results: parsed.operands[0], truth: parsed.operands[1], ignored: ignored)
        let inputs = clips.flatMap { [$0.results, $0.truth, $0.ignored] }.compactMap { $0 }
        let json = try jsonPath.map { path in
            try RunCheck.paths([path], spare: inputs)
            return try AtomicFile(path: path, overwrite: overwrites)
        }

        var notes: [String] = []
        let report = EvalReport(
            threshold: threshold,
            clips: try clips.map { clip in
                let sequence = try clip.sequence(reading)
                if clip.results == nil { notes.append("\(clip.name) has no results: all of it counts as missed.") }
                return (clip.name, try TrackEvaluation(sequence, threshold: threshold))
            })
        notes += unused.map { "\($0) has no ground truth and is left out." }
        if let json {
            try json.write(try report.json.utf8)
            try json.finish()
        }
        if jsonPath != "-" { try StandardOutput.write(report.table) }
        if !parsed.options.contains(where: { $0.option.name == "quiet" }) {
            for note in notes { StandardError.line("note: \(note)") }
        }
    }
}
