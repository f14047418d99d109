internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackReport
internal import VideoIO

/// `tracklet render`: a video and its tracks to an annotated or covered video, thumbnails, and a page.
enum RenderCommand {
    static let output: [Option] = [
        Option(
            "output", short: "o", argument: "PATH",
            help: """
                Where the video goes: .mp4, .mov or .mkv, H.264, upright, with the source's times and sound. Solid boxes were \
                detected in that frame, dashed ones followed into it, dotted ones filled in. Default: none, with --thumbnails or --report.
                """),
        Option("overwrite", help: "Replace output files that exist. Without it an existing file is an error."),
    ]

    static let reading: [Option] = [
        Option(
            "label", argument: "TEXT",
            help: "What tracks are called whose file names no label, as MOTChallenge text. Default face."),
        Option(
            "mot-pixel-base", argument: "1|0",
            help: "What MOTChallenge files call the first pixel. Default 1, as specified."),
        Option(
            "start", argument: "TIME",
            help: """
                Begin here: seconds, h:mm:ss, or a frame as in 300f. The video then begins at 0. Default: the first frame.
                """),
        Option("end", argument: "TIME", help: "Stop before this place, as for --start. Default: after the last frame."),
        Option("quiet", short: "q", help: "No progress and no summary; errors only."),
        Option("help", short: "h", help: "Show this help."),
    ]

    static let options = output + VideoOptionTable.pictures + reading

    static var help: String {
        let sections = [
            OptionSection(title: "Output", options: output),
            OptionSection(title: "Pictures", options: VideoOptionTable.pictures),
            OptionSection(title: "Reading", options: reading),
        ]
        return """
            usage: tracklet render VIDEO TRACKS -o PATH [options]

            Draws tracks on their video, covers them in it (--blur), picks the best picture of each (--thumbnails), or makes a
            page of all (--report), without tracking again. TRACKS is a file of any format (tracklet list formats) that was made from this VIDEO; VIDEO is a file,
            an image sequence or a folder of pictures, and is only read.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: options)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        guard parsed.operands.count == 2 else {
            let named = parsed.operands.isEmpty ? "none" : parsed.operands.joined(separator: ", ")
            throw TrackletError(
                .usage,
                "Name a video and one file of tracks, as in: tracklet render talk.mp4 tracks.csv -o out.mp4 (named: \(named))."
            )
        }
        let (source, tracks) = (parsed.operands[0], parsed.operands[1])
        let request = try Request(parsed)
        try await InterruptionWatch.run { try render(source, tracks, request) }
    }

    private static func render(_ source: String, _ tracks: String, _ request: Request) throws {
        try RunCheck.canBeReadAgain(source)
        let (format, path) = try TrackFormat.resolve(tracks)
        let pass = try VideoPass(
            request.video, of: source, sparing: [path == "-" ? "/dev/stdin" : path], outputs: [],
            overwrite: request.overwrite, isQuiet: request.isQuiet)
        do {
            let facts = try PictureReader(source, options: request.reader).facts
            InterruptionWatch.outputsAreOpen()
            var reading = request.reading
            (reading.frameRate, reading.pictureSize) = (facts.nominalFrameRate, facts.size)
            reading.frameCount = facts.declaredFrameCount
            let document = try TrackFile.read(path, format: format, options: reading)
            let timeline = TrackTimeline(document.frames, frameRate: facts.nominalFrameRate)
            if timeline.paths.isEmpty, document.frames.contains(where: { !$0.observations.isEmpty }) {
                throw TrackletError(
                    .badData, "\(tracks) holds detections without identity, no tracks; make tracks with tracklet track."
                )
            }
            try timeline.check(against: facts, stated: document.header?.source, origin: tracks)
            let run = ReportRun(
                options: document.header?.options ?? [:],
                lines: [("Tracks from", URL(fileURLWithPath: path).lastPathComponent)])
            try pass.run(source, request.reader, timeline: timeline, origin: tracks, run: run)
        } catch {
            pass.rendering.cancel()
            throw error
        }
    }
}

extension RenderCommand {
    /// What the command line says.
    private struct Request {
        var video = VideoOptions()
        var reader = VideoReaderOptions()
        var reading = TrackReadingOptions(label: "face")
        var overwrite = false
        var isQuiet = false

        init(_ parsed: ParsedArguments) throws {
            for (option, text) in parsed.options {
                let value = ValueParser(option: option.name, value: text ?? "")
                switch option.name {
                case "label": reading.label = value.value
                case "mot-pixel-base": reading.motPixelBase = try value.pixelBase()
                case "start": reader.start = try value.frameLimit()
                case "end": reader.end = try value.frameLimit()
                case "overwrite": overwrite = true
                case "quiet": isQuiet = true
                case "help": break
                default: try video.apply(value)
                }
            }
            guard video.isAsked else {
                throw TrackletError(
                    .usage,
                    "Nothing is asked for; name a video with -o out.mp4, a folder with --thumbnails, or a page with --report."
                )
            }
            try video.check(videoOption: "--output")
        }
    }
}
