internal import Foundation
internal import LiveServer
internal import TrackModel
internal import Trackers
internal import TrackingPipeline
internal import VideoIO

/// `tracklet live`: a page that shows a source while it is tracked.
enum LiveCommand {
    static var help: String {
        let sections = [
            OptionSection(title: "Page", options: LiveOptionTable.page),
            OptionSection(title: "Detection", options: TrackOptionTable.detection),
            OptionSection(title: "Tracking", options: LiveOptionTable.tracking),
            OptionSection(title: "Running", options: TrackOptionTable.running),
        ]
        return """
            usage: tracklet live SOURCE [--listen HOST:PORT] [options]

            Serves a page that shows SOURCE with what is tracked in it, live: click a thing to follow it, click a box to end it.
            SOURCE is a camera (/dev/video0), a URL, or a file, which plays at its own pace. Ctrl-C ends it, and completes what is
            being recorded.


            """ + sections.map(\.helpText).joined(separator: "\n")
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: LiveOptionTable.all)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TrackOptions(parsed, known: LiveOptionTable.all)
        guard !options.dumpsConfiguration else {
            return try StandardOutput.write(try options.dumped(known: LiveOptionTable.all) + "\n")
        }
        let source = try parsed.onlyOperand(
            missing: "No source is named; give a camera, a URL or a file, as in: tracklet live /dev/video0",
            tooMany: "One source is shown at a time")
        try await InterruptionWatch.run { try await live(source, options) }
    }

    private static func live(_ source: String, _ options: TrackOptions) async throws {
        let choices = try options.chosenDetectors()
        let tracking = LiveTracking(
            configuration: try options.configuration(isLive: true), detectors: try choices.map { try $0.make() },
            tracker: try options.makeTracker())
        let feed = try PictureFeed(
            source, options: try options.readerOptions(wantsColor: false), loops: options.live.loops)
        if options.live.loops, feed.facts.isLive {
            throw TrackletError(
                .usage, "--loop is for files, and \(SourceName.shown(source)) goes on by itself; leave it out.")
        }
        for choice in choices { try choice.check(for: feed.facts.size) }
        let page = try LivePage(feed, at: options.live.listen, token: options.live.token)
        InterruptionWatch.outputsAreOpen()
        if !options.live.listen.isLoopback {
            StandardError.line(
                "warning: \(options.live.listen) can be reached from other machines, without encryption; whoever has the token sees the picture."
            )
        }
        if !options.isQuiet {
            StandardError.line(
                "\(SourceName.shown(source)): \(feed.facts.size) pixels. Open \(page.pageAddress) in a browser; Ctrl-C ends it."
            )
        }
        var recording = RecordingOptions(producer: "tracklet \(Main.version)")
        recording.folder = options.batch.folder ?? "."
        recording.formats = options.batch.formats
        let summary = try await page.run(tracking, level: options.level, recording: recording)
        if !options.isQuiet {
            StandardError.line(
                "\(RunReport.count(summary.tracked, "frame")) tracked, \(summary.dropped) dropped, \(RunReport.count(summary.tracks, "track"))."
            )
        }
    }
}
