internal import CGetopt
internal import Foundation
internal import TrackModel

/// The command `tracklet`: hands the arguments to a subcommand and turns its outcome into an exit code.
@main
enum Main {
    static let version = "0.1.0"

    static let usage = """
        tracklet \(version): finds every face (or what else a detector finds) in a video and keeps an identity for each.

        usage: tracklet track VIDEO [-o tracks.csv] [options]     track, and write the tracks
               tracklet detect VIDEO|PICTURE [-o PATH] [options]  detections of every frame, no tracks
               tracklet render VIDEO TRACKS -o PATH [options]     a video with tracks drawn on it, or covered; thumbnails
               tracklet live SOURCE [options]                     a page that shows a source while it is tracked
               tracklet eval TRACKS TRUTH [options]               how well tracks fit a ground truth
               tracklet tune VIDEO [options]                      which --interval to use: speed against agreement
               tracklet convert FROM TO [options]                 a track file in another format
               tracklet validate FILE [options]                   a track file against the rules of its readers
               tracklet list detectors|trackers|formats           what there is
               tracklet --version

        tracklet COMMAND --help tells the rest.

        """

    static func main() async {
        // A reader of our output that goes away is an error to report, not a signal to die of.
        signal(SIGPIPE, SIG_IGN)
        tgo_return_large_memory()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try await run(arguments)
            exit(InterruptionWatch.isInterrupted ? ExitCode.interrupted.rawValue : ExitCode.success.rawValue)
        } catch let error as TrackletError {
            StandardError.line("tracklet: \(error.message)")
            exit(ExitCode(error.kind).rawValue)
        } catch is CancellationError {
            StandardError.line("tracklet: Interrupted before there was anything to write.")
            exit(ExitCode.interrupted.rawValue)
        } catch {
            StandardError.line("tracklet: \(error)")
            exit(ExitCode.failure.rawValue)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        switch arguments.first {
        case nil:
            throw TrackletError(.usage, "No command is given.\n\n\(usage)")
        case "help"?, "--help"?, "-h"?:
            try StandardOutput.write(usage)
        case "--version"?, "version"?:
            try StandardOutput.write("tracklet \(version)\n")
        case "track":
            try await TrackCommand.run(Array(arguments.dropFirst()))
        case "detect":
            try await DetectCommand.run(Array(arguments.dropFirst()))
        case "render":
            try await RenderCommand.run(Array(arguments.dropFirst()))
        case "live":
            try await LiveCommand.run(Array(arguments.dropFirst()))
        case "eval":
            try EvalCommand.run(Array(arguments.dropFirst()))
        case "tune":
            try await TuneCommand.run(Array(arguments.dropFirst()))
        case "convert":
            try ConvertCommand.run(Array(arguments.dropFirst()))
        case "validate":
            try ValidateCommand.run(Array(arguments.dropFirst()))
        case "list":
            try ListCommand.run(Array(arguments.dropFirst()))
        case let other?:
            let hint = NearestName.of(
                other,
                among: [
                    "track", "detect", "render", "live", "eval", "tune", "convert", "validate", "list", "--help",
                    "--version",
                ])
            throw TrackletError(
                .usage,
                "There is no command '\(other)'; "
                    + (hint.map { "did you mean \($0)?" } ?? "tracklet --help lists the commands."))
        }
    }
}
