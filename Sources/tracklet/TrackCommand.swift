internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// `tracklet track`: options to configuration, run, report.
enum TrackCommand {
    static let head = """
        usage: tracklet track VIDEO [-o PATH ...] [options]

        Tracks every face, or what other detectors find, and writes the tracks. VIDEO is any file FFmpeg reads, an image
        sequence (frames/%05d.png) or a folder of pictures, - for a stream on standard input, a camera device, or a URL.


        """

    static var help: String {
        func section(_ title: String, _ options: [Option]) -> String {
            "\(title):\n" + options.map(\.helpText).joined() + "\n"
        }
        return head + section("Output", TrackOptionTable.output) + section("Detection", TrackOptionTable.detection)
            + section("Tracking", TrackOptionTable.tracking) + section("Running", TrackOptionTable.running)
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: TrackOptionTable.all)
        if parsed.options.contains(where: { $0.option.name == "help" }) {
            print(help, terminator: "")
            return
        }
        let options = try TrackOptions(parsed, known: TrackOptionTable.all)
        if options.dumpsConfiguration {
            print(try options.dumped())
            return
        }
        guard parsed.operands.count == 1 else {
            throw TrackletError(
                .usage,
                parsed.operands.isEmpty
                    ? "No video is named; give one, as in: tracklet track talk.mp4 -o tracks.csv"
                    : "One video is tracked at a time, but \(parsed.operands.count) are named: "
                        + parsed.operands.joined(separator: ", ") + ".")
        }
        let source = parsed.operands[0]
        try await InterruptionWatch.run { try await track(source, options) }
    }

    private static func track(_ source: String, _ options: TrackOptions) async throws {
        let outputs = try TrackOutput.parse(options.outputs.isEmpty ? ["-"] : options.outputs)
        let detectors = try options.chosenDetectors.map { try $0.make() }
        let seeds = try options.seeds.map { try ValueParser(option: "seed", value: $0).seed() }
        guard !detectors.isEmpty || !seeds.isEmpty else {
            throw TrackletError(
                .usage, "With --detector none there is nothing to follow; point at something with --seed x,y,w,h.")
        }
        let tracker = try options.makeTracker()

        let reader = try VideoReader.open(source, options: options.readerOptions(wantsColor: tracker.wantsColor))
        let facts = reader.facts
        if options.isVerbose { StandardError.line(RunReport.description(of: facts)) }
        let configuration = try options.configuration(isLive: facts.isLive)
        for output in outputs where OutputCheck.isSameFile(output.path, as: source) {
            throw TrackletError(
                .usage, "The output \(output.path) is the input itself; give the output another name.")
        }

        let writer = MultiTrackWriter(
            outputs.map {
                $0.makeWriter(
                    TrackWritingOptions(overwrite: options.overwrite, motPixelBase: options.motPixelBase))
            })
        try writer.begin(
            TrackFileHeader(source: facts, options: options.recorded, producer: "tracklet \(Main.version)"))
        let started = ContinuousClock.now
        let line = StandardError.isTerminal && !options.isQuiet ? ProgressLine(total: facts.declaredFrameCount) : nil
        let summary: TrackingSummary
        do {
            let pipeline = TrackingPipeline(
                configuration: configuration, detectors: detectors, tracker: tracker, seeds: seeds)
            summary = try await pipeline.run(reader, progress: { line?.show($0) }, emit: { try writer.write($0) })
            line?.clear()
            try writer.finish()
        } catch {
            line?.clear()
            writer.cancel()
            throw error
        }
        guard !options.isQuiet else { return }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        StandardError.write(
            RunReport.text(
                summary, read: reader.summary, facts: facts, outputs: outputs.map(\.path), seconds: seconds,
                options: options))
    }
}
