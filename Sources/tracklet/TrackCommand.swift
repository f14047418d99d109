internal import Detectors
internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackReport
internal import TrackingPipeline
internal import VideoIO

/// `tracklet track`: options to configuration, run, report.
enum TrackCommand {
    static var help: String {
        let sections = [
            OptionSection(title: "Output", options: TrackOptionTable.output),
            OptionSection(title: "Video and pictures", options: VideoOptionTable.all),
            OptionSection(title: "Detection", options: TrackOptionTable.detection),
            OptionSection(title: "Recorded detections", options: TrackOptionTable.recording),
            OptionSection(title: "Tracking", options: TrackOptionTable.tracking),
            OptionSection(title: "Running", options: TrackOptionTable.running + TrackOptionTable.profiling),
        ]
        return """
            usage: tracklet track VIDEO [-o PATH ...] [options]

            Tracks every face, or what other detectors find, and writes the tracks. VIDEO is any file FFmpeg reads, an image
            sequence (frames/%05d.png) or a folder of pictures, - for a stream on standard input, a camera device, or a URL.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: TrackOptionTable.all)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TrackOptions(parsed, known: TrackOptionTable.all)
        guard !options.dumpsConfiguration else {
            return try StandardOutput.write(try options.dumped(known: TrackOptionTable.all) + "\n")
        }
        let source = try parsed.onlyOperand(
            missing: "No video is named; give one, as in: tracklet track talk.mp4 -o tracks.csv",
            tooMany: "One video is tracked at a time")
        try await InterruptionWatch.run { try await track(source, options) }
    }

    private static func track(_ source: String, _ options: TrackOptions) async throws {
        let savedDetections = options.savedDetections.map { ["jsonl:" + $0] } ?? []
        if options.isProfiled { StageClock.switchOn() }
        let outputs = try TrackOutput.parse((options.outputs.isEmpty ? ["-"] : options.outputs) + savedDetections)
        let recorded = try options.recordedDetector()
        let choices = recorded == nil ? try options.chosenDetectors() : []
        var detectors: [any Detector] = try choices.map { try $0.make() }
        if let recorded { detectors = [recorded] }
        let seeds = try options.trackSeeds()
        guard !detectors.isEmpty || !seeds.isEmpty else {
            throw TrackletError(
                .usage, "With --detector none there is nothing to follow; point at something with --seed x,y,w,h.")
        }
        let tracker = try options.makeTracker()
        try options.video.check(videoOption: "--video")

        let readerOptions = try options.readerOptions(wantsColor: tracker.wantsColor)
        let reader = try VideoReader.open(source, options: readerOptions)
        InterruptionWatch.sourceIsOpen()
        let facts = reader.facts
        try RunCheck.outputs(outputs, spare: source, and: options.filesRead)
        for choice in choices { try choice.check(for: facts.size) }
        try recorded?.check(against: facts)
        try RunCheck.seeds(seeds, lieIn: facts.size)
        let pass = try videoPass(of: source, isLive: facts.isLive, beside: outputs, options)
        var timeline = pass.map { _ in TrackTimeline(frameRate: facts.nominalFrameRate) }
        let settings = try options.recorded(known: TrackOptionTable.all)
        if options.isVerbose, !options.isQuiet { StandardError.write(RunReport.opening(facts, options: settings)) }

        let writing = TrackWritingOptions(overwrite: options.overwrite, motPixelBase: options.motPixelBase)
        var writers = outputs.dropLast(savedDetections.count).map { $0.makeWriter(writing) }
        if let output = outputs.suffix(savedDetections.count).first {
            let recording = RecordingDetector(detectors)
            detectors = [recording]
            writers.append(
                DetectionRecordWriter(path: output.path, options: writing) { recording.take(through: $0) })
        }
        let writer = MultiTrackWriter(writers)
        try writer.begin(TrackFileHeader(source: facts, options: settings, producer: "tracklet \(Main.version)"))
        let started = ContinuousClock.now
        let processTimeBefore = StageClock.reading.process
        let expected = ExpectedFrames(facts, start: readerOptions.start, end: readerOptions.end)
        let line = ProgressLine(expected, options: options, outputs: outputs.map(\.path))
        let summary: TrackingSummary
        do {
            let pipeline = TrackingPipeline(
                configuration: try options.configuration(isLive: facts.isLive), detectors: detectors, tracker: tracker,
                seeds: seeds)
            summary = try await pipeline.run(
                reader,
                progress: { line?.show(frame: $0.frame, framesDone: $0.framesDone, liveTracks: $0.liveTracks) },
                emit: { frame in
                    try StageClock.measure(.writing) { try writer.write(frame) }
                    timeline?.add(frame)
                })
            let isWhole = readerOptions.end == nil && !summary.wasCancelled
            try recorded?.checkAfterRun(
                frameCount: isWhole ? reader.summary.framesDecoded : nil, rounds: summary.rounds)
            try StageClock.measure(.writing) { try writer.finish() }
        } catch {
            line?.clear()
            writer.cancel()
            pass?.rendering.cancel()
            throw error
        }
        line?.clear()
        if options.isProfiled {
            StandardError.write(
                ProfileReport.text(StageClock.reading, frames: summary.frames, before: processTimeBefore))
        }
        if !options.isQuiet {
            StandardError.write(
                RunReport.text(
                    summary, read: reader.summary, outputs: outputs.map(\.path),
                    seconds: (ContinuousClock.now - started) / .seconds(1)))
        }
        guard let pass, var timeline else { return }
        timeline.finish()
        guard !summary.wasCancelled else {
            pass.rendering.cancel()
            StandardError.line("note: Interrupted before the video and thumbnails, which were not written.")
            return
        }
        try pass.run(source, readerOptions, timeline: timeline, origin: "this run")
    }

    /// What goes through the source once more, when the tracks are known; nil when nothing is asked that would need it.
    private static func videoPass(
        of source: String, isLive: Bool, beside outputs: [TrackOutput], _ options: TrackOptions
    ) throws -> VideoPass? {
        guard options.video.isAsked else { return nil }
        try RunCheck.canBeReadAgain(source, isLive: isLive)
        return try VideoPass(
            options.video, of: source, sparing: options.filesRead, outputs: outputs.map(\.path),
            overwrite: options.overwrite, isQuiet: options.isQuiet)
    }
}
