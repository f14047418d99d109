internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackTuning
internal import TrackingPipeline
internal import VideoIO

/// `tracklet tune`: which interval to use for a video of which nobody knows the truth.
enum TuneCommand {
    static var help: String {
        let sections = [
            OptionSection(title: "Comparison", options: TuneOptionTable.comparison),
            OptionSection(title: "Output", options: TuneOptionTable.output),
            OptionSection(title: "Detection", options: TuneOptionTable.detection),
            OptionSection(title: "Tracking", options: TuneOptionTable.tracking),
            OptionSection(title: "Running", options: TuneOptionTable.running),
        ]
        return """
            usage: tracklet tune VIDEO [options]

            Tracks a video, or samples of a long one, at several intervals side by side and says which to use: the cheapest that
            loses at most 1 HOTA (--loss) against detecting on every frame, which is the reference, since nobody has the truth
            about a video of their own. Each frame is decoded once, and each search made once for all settings; the cost told for a
            setting is what a run of its own would take: the decoding, all the searches it asked for, its own tracking. Frames a second
            are what that allows at most on the threads and cores there are. VIDEO is what tracklet track takes, but nothing live.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: TuneOptionTable.all)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let tuning = try TuneOptions(parsed)
        let options = try TrackOptions(
            parsed.leavingOut(TuneOptionTable.ownNames), known: TuneOptionTable.all)
        let source = try parsed.onlyOperand(
            missing: "No video is named; give one, as in: tracklet tune talk.mp4",
            tooMany: "One video is tuned for at a time")
        try await InterruptionWatch.run { try await tune(source, tuning, options) }
    }

    private static func tune(_ source: String, _ tuning: TuneOptions, _ options: TrackOptions) async throws {
        let (settings, reference) = try tuning.settings(tracker: options.tracker)
        let choices = try options.chosenDetectors()
        if choices.contains(where: \.measuresHorizon) {
            throw TrackletError(
                .usage, "A horizon is measured and not tracked, so no interval can be judged by it; leave it out.")
        }
        let detectors = try choices.map { try $0.make() }
        guard !detectors.isEmpty else {
            throw TrackletError(.usage, "There is nothing to compare with --detector none; name a detector.")
        }
        let wantsColor = settings.contains { $0.tracker.wantsColor } || detectors.contains(where: \.wantsColor)
        let readerOptions = try options.readerOptions(wantsColor: wantsColor)
        let reader = try VideoReader.open(source, options: readerOptions)
        let facts = reader.facts
        guard !facts.isLive else {
            throw TrackletError(
                .usage,
                "\(SourceName.shown(source)) is live, and what it shows next is not what it showed; save some of it to a file first."
            )
        }
        try RunCheck.paths(tuning.outputs, spare: source, and: options.filesRead)
        try RunCheck.areDistinct(tuning.outputs)
        for choice in choices { try choice.check(for: facts.size) }
        let json = try tuning.jsonPath.map { try AtomicFile(path: $0, overwrite: options.overwrite) }
        let page = try tuning.reportPath.map { try AtomicFile(path: $0, overwrite: options.overwrite) }
        InterruptionWatch.outputsAreOpen()

        let recorded = try options.recorded(known: TuneOptionTable.all)
        if options.isVerbose, !options.isQuiet { StandardError.write(RunReport.opening(facts, options: recorded)) }
        let expected = ExpectedFrames(facts, start: readerOptions.start, end: readerOptions.end)
        let duration = duration(of: facts, expected, readerOptions)
        let line = ProgressLine(expected, options: options, outputs: tuning.outputs)
        let comparison = SettingComparison(
            configuration: try options.configuration(isLive: false), detectors: detectors, settings: settings,
            reference: reference)
        let result: TuningResult
        do {
            defer { line?.clear() }
            result = try await comparison.run(
                reader, samples: tuning.plan.parts(of: duration),
                progress: { line?.show(frame: $0, framesDone: $1, liveTracks: nil) })
        }
        let report = TuneReport(
            video: facts.name, settings: settings, result: result, loss: tuning.loss, plan: tuning.plan,
            duration: duration, options: recorded, threads: options.threadCount,
            cores: ProcessInfo.processInfo.activeProcessorCount)
        if let json {
            try json.write(try report.json.utf8)
            try json.finish()
        }
        if let page {
            try page.write(TunePage(report: report).html.utf8)
            try page.finish()
        }
        if !tuning.outputs.contains("-") { try StandardOutput.write(report.table) }
        guard !options.isQuiet else { return }
        for note in choices.compactMap({ $0.note(for: facts.size) }) + reader.summary.warnings {
            StandardError.line("note: \(note)")
        }
        let files = tuning.outputs.filter { $0 != "-" }
        if !files.isEmpty { StandardError.line("written: " + files.joined(separator: ", ")) }
    }

    /// Seconds of what is read, as far as the source tells before it is read.
    private static func duration(
        of facts: SourceFacts, _ expected: ExpectedFrames, _ options: VideoReaderOptions
    ) -> Double? {
        if options.start == nil, options.end == nil, let declared = facts.declaredDuration { return declared }
        guard let count = expected.count, let rate = facts.nominalFrameRate, rate > 0 else { return nil }
        return Double(count) / rate
    }
}
