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
            OptionSection(title: "Several videos", options: BatchOptionTable.all),
            OptionSection(title: "Video and pictures", options: VideoOptionTable.all),
            OptionSection(title: "Detection", options: TrackOptionTable.detection),
            OptionSection(title: "Recorded detections", options: TrackOptionTable.recording),
            OptionSection(title: "Tracking", options: TrackOptionTable.tracking),
            OptionSection(title: "Who it is", options: RecognitionOptionTable.own),
            OptionSection(title: "Running", options: TrackOptionTable.running + TrackOptionTable.profiling),
        ]
        return """
            usage: tracklet track VIDEO [-o PATH ...] [options]
                   tracklet track VIDEO|FOLDER ... --output-dir DIR [options]

            Tracks every face, or what other detectors find, and writes the tracks. VIDEO is any file FFmpeg reads, an image
            sequence (frames/%05d.png) or a folder of pictures, - for a stream on standard input, a camera device, or a URL.
            With --output-dir, several videos are tracked, and folders are searched for them.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: TrackOptionTable.all)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TrackOptions(parsed, known: TrackOptionTable.all)
        guard !options.dumpsConfiguration else {
            return try StandardOutput.write(try options.dumped(known: TrackOptionTable.all) + "\n")
        }
        let missing = "No video is named; give one, as in: tracklet track talk.mp4 -o tracks.csv"
        if let folder = options.batch.folder {
            guard !parsed.operands.isEmpty else { throw TrackletError(.usage, missing) }
            let batch = try Batch(parsed.operands, options, folder: folder)
            return try await InterruptionWatch.run { try await batch.run() }
        }
        if let option = options.batch.strayOption {
            throw TrackletError(.usage, "\(option) has no meaning without --output-dir; name a folder for the results.")
        }
        let source = try parsed.onlyOperand(
            missing: missing, tooMany: "Without --output-dir DIR one video is tracked at a time")
        try await InterruptionWatch.run { try await track(source, options) }
    }

    /// Throws what the options alone make of a run's failures, whatever the video.
    static func check(_ options: TrackOptions) throws {
        _ = try detectors(try options.chosenDetectors(), or: nil, beside: try options.trackSeeds())
        _ = try options.makeTracker()
        try options.recognition.check()
        try options.readerOptions(wantsColor: false).check()
    }

    private static func detectors(
        _ choices: [DetectorChoice], or recorded: RecordedDetector?, beside seeds: [TrackSeed]
    ) throws -> [any Detector] {
        if let recorded { return [recorded] }
        guard !choices.isEmpty || !seeds.isEmpty else {
            throw TrackletError(
                .usage, "With --detector none there is nothing to follow; point at something with --seed x,y,w,h.")
        }
        return try choices.map { try $0.make() }
    }

    /// Tracks one video, by itself or as one of several.
    static func track(_ source: String, _ options: TrackOptions, as place: BatchPlace? = nil) async throws {
        let say = place?.say ?? StandardError.write
        let savedDetections = options.savedDetections.map { ["jsonl:" + $0] } ?? []
        if options.isProfiled { StageClock.switchOn() }
        let outputs = try TrackOutput.parse((options.outputs.isEmpty ? ["-"] : options.outputs) + savedDetections)
        let recorded = try options.recordedDetector()
        let choices = recorded == nil ? try options.chosenDetectors() : []
        let seeds = try options.trackSeeds()
        var detectors = try detectors(choices, or: recorded, beside: seeds)
        let tracker = try options.makeTracker()
        try options.video.check(videoOption: "--video")
        var galleryNotes: [String] = []
        let recognition = try options.recognition.recognition(
            finding: {
                let finders = choices.filter { !$0.measuresHorizon }
                return try (finders.isEmpty ? [DetectorChoice(name: "face")] : finders).map { try $0.make() }
            },
            note: { galleryNotes.append($0) })

        let readerOptions = try options.readerOptions(
            wantsColor: tracker.wantsColor || detectors.contains(where: \.wantsColor)
                || recognition?.wantsColor == true)
        let reader = try VideoReader.open(source, options: readerOptions)
        let facts = reader.facts
        try RunCheck.outputs(outputs, spare: source, and: options.filesRead)
        for choice in choices { try choice.check(for: facts.size) }
        try recorded?.check(against: facts)
        try RunCheck.seeds(seeds, lieIn: facts.size)
        let pass = try videoPass(of: source, isLive: facts.isLive, beside: outputs, options)
        var timeline = pass.map { _ in TrackTimeline(frameRate: facts.nominalFrameRate) }
        let settings = try options.recorded(known: TrackOptionTable.all)

        var writing = TrackWritingOptions(overwrite: options.overwrite, motPixelBase: options.motPixelBase)
        writing.hasHorizons = choices.contains(where: \.measuresHorizon)
        var writers = outputs.dropLast(savedDetections.count).map { $0.makeWriter(writing) }
        // Names are known when the run is over.
        let held = recognition.map { _ in HeldTrackWriter(MultiTrackWriter(writers), besideOutput: outputs[0].path) }
        if let held { writers = [held] }
        if let output = outputs.suffix(savedDetections.count).first {
            let recording = RecordingDetector(detectors)
            detectors = [recording]
            writers.append(
                DetectionRecordWriter(path: output.path, options: writing) { recording.take(through: $0) })
        }
        let writer = MultiTrackWriter(writers)
        try place?.prepare()
        try writer.begin(TrackFileHeader(source: facts, options: settings, producer: "tracklet \(Main.version)"))
        InterruptionWatch.outputsAreOpen()
        if options.isVerbose, !options.isQuiet { say(RunReport.opening(facts, options: settings)) }
        let started = ContinuousClock.now
        let processTimeBefore = StageClock.reading.process
        let expected = ExpectedFrames(facts, start: readerOptions.start, end: readerOptions.end)
        let line =
            place?.line(expected) ?? ProgressLine(expected, options: options, outputs: outputs.map(\.path))
        let summary: TrackingSummary
        do {
            let pipeline = TrackingPipeline(
                configuration: try options.configuration(isLive: facts.isLive), detectors: detectors, tracker: tracker,
                seeds: seeds, recognition: recognition)
            summary = try await pipeline.run(
                reader,
                progress: { line?.show(frame: $0.frame, framesDone: $0.framesDone, liveTracks: $0.liveTracks) },
                emit: { frame in
                    try StageClock.measure(.writing) { try writer.write(frame) }
                    if held == nil { timeline?.add(frame) }
                })
            if let held, let identified = summary.identified {
                try StageClock.measure(.writing) {
                    held.identify(identified.identities)
                    try held.release { frame in
                        let frame = identified.named(frame)
                        timeline?.add(frame)
                        return frame
                    }
                }
            }
            let isWhole = readerOptions.end == nil && !summary.wasCancelled
            try recorded?.checkAfterRun(
                frameCount: isWhole ? reader.summary.framesDecoded : nil, rounds: summary.rounds)
            if let place {
                // One of several is whole or not there: it would be taken for finished.
                if summary.wasCancelled { throw CancellationError() }
                try place.beforeFinish()
            }
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
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let notes = RunReport.notes(
            summary,
            known: galleryNotes + choices.compactMap { $0.note(for: facts.size) }
                + (summary.horizons > 0 ? RunReport.horizonNotes(outputs) : []))
        if !options.isQuiet {
            say(
                RunReport.text(
                    summary, read: reader.summary, notes: notes, outputs: outputs.map(\.path), seconds: seconds))
        }
        guard let pass, var timeline else { return }
        timeline.finish()
        guard !summary.wasCancelled else {
            pass.rendering.cancel()
            StandardError.line("note: Interrupted before the video, thumbnails and page, which were not written.")
            return
        }
        let run = ReportRun(
            options: settings,
            lines: RunReport.lines(summary, read: reader.summary, seconds: seconds, threads: options.threadCount),
            warnings: notes + reader.summary.warnings)
        try pass.run(source, readerOptions, timeline: timeline, origin: "this run", run: run)
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
