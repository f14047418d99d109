internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// `tracklet detect`: the detectors alone, on every frame of a video or on one picture.
enum DetectCommand {
    static var help: String {
        let sections = [
            OptionSection(title: "Output", options: TrackOptionTable.output),
            OptionSection(title: "Detection", options: DetectOptionTable.detection),
            OptionSection(title: "Range", options: DetectOptionTable.range),
            OptionSection(title: "Running", options: TrackOptionTable.running),
        ]
        return """
            usage: tracklet detect VIDEO|PICTURE [-o PATH ...] [options]

            Writes what the detectors find in every frame, each searched thoroughly, without tracks: the track column is empty
            (MOTChallenge: id -1). VIDEO is what tracklet track takes.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: DetectOptionTable.all)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TrackOptions(parsed, known: DetectOptionTable.all, defaults: DetectOptionTable.defaults)
        guard !options.dumpsConfiguration else {
            return try StandardOutput.write(try options.dumped(known: DetectOptionTable.all) + "\n")
        }
        let source = try parsed.onlyOperand(
            missing: "No video or picture is named; give one, as in: tracklet detect photo.jpg",
            tooMany: "One video or picture is searched at a time")
        try await InterruptionWatch.run { try await detect(source, options) }
    }

    private static func detect(_ source: String, _ options: TrackOptions) async throws {
        let outputs = try TrackOutput.parse(options.outputs.isEmpty ? ["-"] : options.outputs)
        let choices = try options.chosenDetectors()
        let detectors = try choices.map { try $0.make() }
        guard !detectors.isEmpty else {
            throw TrackletError(.usage, "There is nothing to detect with --detector none; name a detector.")
        }
        let readerOptions = try options.readerOptions(wantsColor: detectors.contains(where: \.wantsColor))
        let reader = try VideoReader.open(source, options: readerOptions)
        let facts = reader.facts
        try RunCheck.outputs(outputs, spare: source, and: options.filesRead)
        for choice in choices { try choice.check(for: facts.size) }
        let recorded = try options.recorded(known: DetectOptionTable.all)

        var writing = TrackWritingOptions(overwrite: options.overwrite, motPixelBase: options.motPixelBase)
        writing.hasHorizons = choices.contains(where: \.measuresHorizon)
        let writer = DetectionWriter(outputs, options: writing)
        try writer.begin(TrackFileHeader(source: facts, options: recorded, producer: "tracklet \(Main.version)"))
        InterruptionWatch.outputsAreOpen()
        if options.isVerbose, !options.isQuiet { StandardError.write(RunReport.opening(facts, options: recorded)) }
        let started = ContinuousClock.now
        let expected = ExpectedFrames(facts, start: readerOptions.start, end: readerOptions.end)
        let line = ProgressLine(expected, options: options, outputs: outputs.map(\.path))
        var found = 0
        var frames = 0
        do {
            let pipeline = DetectionPipeline(
                detectors: detectors, minimumConfidence: options.minimumConfidence, threads: options.threadCount)
            try await pipeline.run(reader) { frame, time, detections, horizon in
                try writer.write(frame: frame, time: time, detections: detections, horizon: horizon)
                frames += 1
                found += detections.count
                line?.show(frame: frame, framesDone: frames, liveTracks: nil)
            }
            try writer.finish()
        } catch {
            line?.clear()
            writer.cancel()
            throw error
        }
        line?.clear()
        guard !options.isQuiet else { return }
        StandardError.write(
            RunReport.text(
                detections: found, frames: frames, read: reader.summary, wasInterrupted: Task.isCancelled,
                notes: choices.compactMap { $0.note(for: facts.size) }, outputs: outputs.map(\.path),
                seconds: (ContinuousClock.now - started) / .seconds(1)))
    }
}
