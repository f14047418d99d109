internal import Detectors
internal import TrackFormats
internal import TrackModel
internal import Trackers

/// `tracklet list detectors|trackers|formats`
enum ListCommand {
    static let help = """
        usage: tracklet list detectors|trackers|formats

        Lists what there is, one a line: the name to use, then what it is. Detectors whose cascade file is not installed say so.

        """

    static func run(_ arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, options: [Option("help", short: "h", help: "Show this help.")])
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        switch parsed.operands {
        case ["detectors"]:
            let locator = CascadeLocator()
            try table(
                DetectorRegistry.all.map { detector in
                    let missing = detector.cascadeFiles.filter { locator.path(of: $0) == nil }
                    var state = missing.isEmpty ? "" : "  [missing: \(missing.joined(separator: ", "))]"
                    if detector.needsModel {
                        state = detector.modelFile.flatMap(locator.path).map { "  [\($0)]" } ?? "  [needs --model FILE]"
                    }
                    return (detector.name, detector.purpose + state)
                })
        case ["trackers"]:
            try table(TrackerRegistry.all.map { ($0.name, $0.purpose) })
        case ["formats"]:
            try table(
                TrackFormat.all.map { format in
                    (format.name, "\(format.endings.map { "." + $0 }.joined(separator: " "))  \(format.summary)")
                })
        default:
            let named = parsed.operands.count == 1 ? parsed.operands[0] : ""
            let nearest = NearestName.of(named, among: ["detectors", "trackers", "formats"])
            let hint = nearest.map { "; did you mean \($0)?" } ?? "."
            let problem =
                parsed.operands.isEmpty
                ? "Say what to list"
                : "'\(parsed.operands.joined(separator: " "))' is nothing that can be listed; say one thing"
            throw TrackletError(.usage, "\(problem): tracklet list detectors, trackers or formats\(hint)")
        }
    }

    private static func table(_ rows: [(name: String, text: String)]) throws {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text + "\n"
        }
        try StandardOutput.write(lines.joined())
    }
}
