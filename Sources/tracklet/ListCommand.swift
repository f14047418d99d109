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
        guard parsed.options.isEmpty else {
            print(help, terminator: "")
            return
        }
        switch parsed.operands {
        case ["detectors"]:
            let locator = CascadeLocator()
            table(
                DetectorRegistry.all.map { detector in
                    let missing = detector.cascadeFiles.filter { locator.path(of: $0) == nil }
                    let state = missing.isEmpty ? "" : "  [missing: \(missing.joined(separator: ", "))]"
                    return (detector.name, detector.purpose + state)
                })
        case ["trackers"]:
            table(TrackerRegistry.all.map { ($0.name, $0.purpose) })
        case ["formats"]:
            table(
                TrackFormat.all.map { format in
                    (format.name, "\(format.endings.map { "." + $0 }.joined(separator: " "))  \(format.summary)")
                })
        default:
            throw TrackletError(.usage, "Say what to list: tracklet list detectors, trackers or formats.")
        }
    }

    private static func table(_ rows: [(name: String, text: String)]) {
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
            print(row.name + String(repeating: " ", count: width - row.name.count + 2) + row.text)
        }
    }
}
