internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// `tracklet detect`: the detectors alone, on every frame of a video or on one picture.
enum DetectCommand {
    static let head = """
        usage: tracklet detect VIDEO|PICTURE [-o PATH ...] [options]

        Writes what the detectors find in every frame, without tracks: the track column is empty (MOTChallenge: id -1).


        """

    static var options: [Option] {
        TrackOptionTable.output
            + TrackOptionTable.detection.filter { $0.name != "interval" }
            + TrackOptionTable.tracking.filter { ["min-confidence", "start", "end"].contains($0.name) }
            + TrackOptionTable.running
    }

    static func run(_ arguments: [String]) async throws {
        let parsed = try ParsedArguments(arguments, options: options)
        if parsed.options.contains(where: { $0.option.name == "help" }) {
            print(head + "Options:\n" + options.map(\.helpText).joined(), terminator: "")
            return
        }
        let options = try TrackOptions(parsed, known: options)
        if options.dumpsConfiguration {
            print(try options.dumped())
            return
        }
        guard parsed.operands.count == 1 else {
            throw TrackletError(.usage, "Name one video or picture, as in: tracklet detect photo.jpg")
        }
        let source = parsed.operands[0]
        try await InterruptionWatch.run { try await detect(source, options) }
    }

    private static func detect(_ source: String, _ options: TrackOptions) async throws {
        let outputs = try TrackOutput.parse(options.outputs.isEmpty ? ["-"] : options.outputs)
        let detectors = try options.chosenDetectors.map { try $0.make() }
        guard !detectors.isEmpty else {
            throw TrackletError(.usage, "There is nothing to detect with --detector none; name a detector.")
        }
        let reader = try VideoReader.open(source, options: options.readerOptions(wantsColor: false))
        for output in outputs where OutputCheck.isSameFile(output.path, as: source) {
            throw TrackletError(.usage, "The output \(output.path) is the input itself; give the output another name.")
        }
        let writer = DetectionWriter(
            outputs,
            options: TrackWritingOptions(overwrite: options.overwrite, motPixelBase: options.motPixelBase))
        try writer.begin(
            TrackFileHeader(source: reader.facts, options: options.recorded, producer: "tracklet \(Main.version)"))
        let line =
            StandardError.isTerminal && !options.isQuiet ? ProgressLine(total: reader.facts.declaredFrameCount) : nil
        var found = 0
        var frames = 0
        do {
            let pipeline = DetectionPipeline(
                detectors: detectors, minimumConfidence: options.minimumConfidence, threads: options.threadCount)
            try await pipeline.run(reader) { frame, time, detections in
                try writer.write(frame: frame, time: time, detections: detections)
                frames += 1
                found += detections.count
                line?.show(
                    TrackingProgress(
                        frame: frame, time: time, framesDone: frames, liveTracks: 0))
            }
            line?.clear()
            try writer.finish()
        } catch {
            line?.clear()
            writer.cancel()
            throw error
        }
        guard !options.isQuiet else { return }
        StandardError.line("\(frames) \(frames == 1 ? "frame" : "frames"), \(found) detections")
        for warning in reader.summary.warnings { StandardError.line("note: \(warning)") }
    }
}
