internal import TrackFormats
internal import TrackModel

/// `tracklet validate`: a track file against the rules of those who read its format.
enum ValidateCommand {
    static let help = """
        usage: tracklet validate FILE [options]

        Reads FILE as the format that its ending or a name before it says (tracklet list formats), and prints what any of that
        format's readers would refuse or take for something else: TrackEval, py-motmetrics, CVAT, datumaro, Label Studio,
        pycocotools, the W3C's rules. One finding a line: FILE:LINE: error or warning: what is wrong. Ends with exit code 0 when
        there is no error, else with 65. A file called gt.txt is held to the rules for ground truth.


        """ + OptionSection(title: "Options", options: TransferOptionTable.validating).helpText

    /// More findings than this tell nothing new.
    private static let mostPrinted = 100

    static func run(_ arguments: [String]) throws {
        let parsed = try ParsedArguments(arguments, options: TransferOptionTable.validating)
        guard !parsed.wantsHelp else { return try StandardOutput.write(help) }
        let options = try TransferOptions(parsed)
        let operand = try parsed.onlyOperand(
            missing: "No file is named; give one, as in: tracklet validate tracks.xml",
            tooMany: "One file is checked at a time")
        let (format, path) = try TrackFormat.resolve(operand)
        let check = try TrackFileCheck(path, format: format, options: options.reading)
        let name = path == "-" ? "standard input" : path

        var lines = check.findings.prefix(mostPrinted).map { finding in
            let place = finding.line.map { "\(name):\($0)" } ?? name
            return "\(place): \(finding.severity.rawValue): \(finding.message)"
        }
        if check.findings.count > mostPrinted { lines.append("… and \(check.findings.count - mostPrinted) more") }
        let errors = check.findings.count { $0.severity == .error }
        if errors == 0, !options.isQuiet {
            let content = format.holds.contains(.boxes) ? " (\(check.document.summary))" : ""
            lines.append("\(name): every reader of \(format.name) takes it\(content)")
        }
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
        guard errors == 0 else {
            throw TrackletError(
                .badData,
                "\(name) breaks the rules of \(format.name): \(RunReport.count(errors, "error")), told above; mend the file or write it again."
            )
        }
    }
}
