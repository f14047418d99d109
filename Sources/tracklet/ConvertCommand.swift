internal import TrackFormats
internal import TrackModel

/// `tracklet convert`: a track file in another format, with a word on what that cannot hold.
enum ConvertCommand {
    static let help = """
        usage: tracklet convert FROM TO [options]

        Writes the tracks or detections of FROM to TO, in the format that TO's ending or a name before it says, as -o of
        tracklet track has it (tracklet list formats). - is standard input or output, as CSV unless named. Whatever TO's format
        has a place for is kept; what it cannot hold is told. --mot-pixel-base holds for FROM and TO alike.


        """ + OptionSection(title: "Options", options: TransferOptionTable.converting).helpText

    static func run(_ arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, options: TransferOptionTable.converting)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TransferOptions(parsed)
        guard parsed.operands.count == 2 else {
            let named = parsed.operands.isEmpty ? "none" : parsed.operands.joined(separator: ", ")
            throw TrackletError(
                .usage, "Name two files, as in: tracklet convert tracks.csv tracks.xml (named: \(named)).")
        }
        let source = try TrackFormat.resolve(parsed.operands[0])
        let output = try TrackOutput(parsed.operands[1])
        try RunCheck.outputs([output], spare: [source.path == "-" ? "/dev/stdin" : source.path])
        let document = try TrackFile.read(source.path, format: source.format, options: options.reading)
        try convert(document, named: source.path, to: output, options)
    }

    private static func convert(
        _ document: TrackDocument, named name: String, to output: TrackOutput, _ options: TransferOptions
    ) throws {
        let header = header(of: document, named: name, options)
        if output.format.needs.contains(.times), !document.hasTimes, document.frames.contains(where: { $0.frame > 0 }) {
            throw TrackletError(
                .usage,
                "The format \(output.format.name) needs times, and \(name) holds none; give the video's frames per second with --fps."
            )
        }
        var writing = TrackWritingOptions(
            content: try content(of: document, named: name), overwrite: options.overwrite,
            motPixelBase: options.motPixelBase, keyframeTolerance: options.keyframeTolerance)
        writing.hasHorizons = document.hasHorizons
        let writer = output.makeWriter(writing)
        do {
            try writer.begin(header)
            writer.identify(document.identities)
            for frame in document.frames { try writer.write(frame) }
            try writer.finish()
        } catch {
            writer.cancel()
            throw error
        }
        guard !options.isQuiet else { return }
        StandardError.write(report(document, rate: header.source.nominalFrameRate, output, options))
    }

    /// What is known of the video: from the file, and over that what the options say.
    private static func header(
        of document: TrackDocument, named name: String, _ options: TransferOptions
    ) -> TrackFileHeader {
        var header =
            document.header
            ?? TrackFileHeader(source: SourceFacts(name: name, size: PixelSize(width: 0, height: 0)), producer: "")
        if header.producer.isEmpty { header.producer = "tracklet \(Main.version)" }
        if header.source.name.isEmpty { header.source.name = name }
        if let size = options.pictureSize { header.source.size = size }
        if let rate = options.frameRate { header.source.nominalFrameRate = rate }
        if let count = options.frameCount {
            header.source.declaredFrameCount = count
            header.source.declaredDuration = nil
        }
        return header
    }

    /// Throws `TrackletError` (`badData`) when the file mixes tracks and detections, which no writer does.
    private static func content(of document: TrackDocument, named name: String) throws -> TrackWritingOptions.Content {
        let observations = document.frames.lazy.flatMap(\.observations)
        guard observations.contains(where: { $0.track == 0 }) else { return .tracks }
        guard !observations.contains(where: { $0.track != 0 }) else {
            throw TrackletError(
                .badData,
                "\(name) holds tracks and detections without identity side by side; leave one of the two out of it.")
        }
        return .detections
    }

    private static func report(
        _ document: TrackDocument, rate: Double?, _ output: TrackOutput, _ options: TransferOptions
    ) -> String {
        var lines = [document.summary]
        let losses = output.format.losses(of: document, assumedLabel: options.label)
        if !losses.isEmpty {
            lines.append("note: \(output.format.name) cannot hold \(losses.joined(separator: "; ")).")
        }
        if output.format.needs.contains(.frameRate), let rate, !document.isEvenlyTimed(framesPerSecond: rate) {
            lines.append(
                "note: \(output.format.name) shows frames at a steady \(RunReport.number(rate, decimals: 2)) per second, and these come unevenly: boxes will be seen early or late."
            )
        }
        if output.path != "-" { lines.append("written: \(output.path)") }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension TrackDocument {
    /// "300 frames, 4 tracks, 1021 observations"
    var summary: String {
        let observations = frames.lazy.flatMap(\.observations)
        let tracks = Set(observations.map(\.track)).subtracting([0]).count
        let count = observations.count
        let what = tracks == 0 && count > 0 ? "detection" : "observation"
        return [
            RunReport.count(frames.count, "frame"), RunReport.count(tracks, "track"), RunReport.count(count, what),
        ].joined(separator: ", ")
    }
}
