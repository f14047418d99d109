import Testing
import TrackFormats
import TrackModel
import TrackingPipeline
import VideoIO

@testable import tracklet

@Suite("Help")
struct HelpTests {
    @Test("every option is in the help of its command, within 100 columns")
    func everyOption() {
        for (help, table) in [
            (TrackCommand.help, TrackOptionTable.all), (DetectCommand.help, DetectOptionTable.all),
            (EvalCommand.help, EvalCommand.options), (ConvertCommand.help, TransferOptionTable.converting),
            (ValidateCommand.help, TransferOptionTable.validating),
            (RenderCommand.help, RenderCommand.options), (LiveCommand.help, LiveOptionTable.all),
            (TuneCommand.help, TuneOptionTable.all),
        ] {
            for option in table { #expect(help.contains(option.helpText)) }
            let options = help.split(separator: "\n").filter { $0.hasPrefix("  ") }
            #expect(options.allSatisfy { $0.count <= 100 })
        }
    }

    @Test(
        "every option that takes a value says its default, and every number its range and what raising or lowering it does"
    )
    func says() {
        let numbers = [
            "interval", "min-size", "max-size", "scale-factor", "min-neighbors", "min-confidence", "confirm",
            "patience",
            "max-tracks", "threads", "crf", "blur-grow", "blur-hold", "jobs", "loss", "samples", "sample",
            "gallery-threshold", "reidentify-threshold", "vote-share", "looks", "look-every",
        ]
        for option in TrackOptionTable.all + DetectOptionTable.detection + RenderCommand.options + LiveOptionTable.page
            + TuneOptionTable.all
        where option.argument != nil {
            let isTold = option.help.contains("efault") || option.name == "config"
            #expect(isTold, "\(option.name)")
            guard numbers.contains(option.name) else { continue }
            #expect(option.help.contains("aising it") || option.help.contains("owering it"), "\(option.name)")
            #expect(option.help.contains(" to ") || option.help.contains("as for --min-size"), "\(option.name)")
        }
    }

    @Test("the help of detect tells of nothing that only track has")
    func detectsOwn() {
        for word in ["--seed", "--detector none", "none:", "--interval", "--output-dir"] {
            #expect(!DetectCommand.help.contains(word), "\(word)")
        }
    }

    @Test("the defaults the help tells are those in effect")
    func defaults() {
        let options = TrackOptions()
        func help(_ name: String) -> String { TrackOptionTable.all.first { $0.name == name }?.help ?? "" }
        #expect(help("interval").contains("Default \(options.interval.description)."))
        #expect(help("min-confidence").contains("Default \(options.minimumConfidence)."))
        #expect(help("confirm").contains("Default \(options.confirmationRounds)."))
        #expect(help("patience").contains("Default \(options.patience)."))
        #expect(help("max-tracks").contains("Default \(options.maximumTracks)."))
        #expect(help("crf").contains("Default \(Int(options.video.encoding.crf))."))
        #expect(help("preset").contains("Default \(options.video.encoding.preset)."))
        #expect(help("blur-grow").contains("Default \(options.video.blurGrow)."))
        #expect(help("blur-hold").contains("Default \(options.video.blurHold)."))
        #expect(help("level").contains("Default \(options.level.rawValue)"))
        #expect(help("mot-pixel-base").contains("\(options.motPixelBase.rawValue), the default"))
        let detect = DetectOptionTable.all.first { $0.name == "min-confidence" }?.help ?? ""
        #expect(detect.contains("Default \(DetectOptionTable.defaults.minimumConfidence),"))
    }

    @Test(
        "help, version and lists go to standard output alone",
        arguments: [
            ["--help"], ["help"], ["-h"], ["--version"], ["track", "--help"], ["track", "-h", "x", "y"],
            ["detect", "--help"], ["render", "--help"], ["live", "--help"], ["eval", "--help"],
            ["convert", "--help"], ["validate", "-h"],
            ["tune", "--help"], ["list", "--help"], ["list", "detectors"], ["list", "trackers"], ["list", "formats"],
        ])
    func talk(arguments: [String]) throws {
        let run = try tracklet(arguments)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.hasSuffix("\n"))
    }

    @Test("lists name what there is")
    func lists() throws {
        let detectors = try tracklet("list", "detectors").output
        for name in [
            "face", "profile-face", "eye", "full-body", "upper-body", "cat-face", "licence-plate", "rectangle", "text",
            "yunet", "centerface", "any",
        ] { #expect(detectors.contains("\n\(name) ") || detectors.hasPrefix("\(name) ")) }
        let trackers = try tracklet("list", "trackers").output
        for name in ["flow", "kcf", "csrt", "mosse", "median-flow"] { #expect(trackers.contains("\(name) ")) }
        let formats = try tracklet("list", "formats").output
        for name in TrackFormat.all.map(\.name) { #expect(formats.contains("\(name) ")) }
        #expect(try tracklet("--version").output.hasPrefix("tracklet \(Main.version)"))
    }
}
