internal import TrackModel

extension TrackOptions {
    /// The defaults, then what the configuration file says, then the command line, which wins.
    ///
    /// Lists of the command line take the place of the file's: outputs, seeds, detectors. A knob on the command line before any
    /// detector holds for all detectors, also for the file's, over the file's own.
    ///
    /// - Parameter known: the command's options. A file may also name those that only `track` or `live` know; they are passed over.
    init(_ parsed: ParsedArguments, known: [Option], defaults: TrackOptions = TrackOptions()) throws {
        self = defaults
        let flags = parsed.options.map { Setting(name: $0.option.name, value: $0.value) }
        let given = Set(flags.map(\.name))
        if let path = flags.last(where: { $0.name == "config" })?.value {
            configurationPath = path
            let names = Set(known.map(\.name))
            let settings = try ConfigurationFile(path: path, known: TrackOptionTable.all + LiveOptionTable.own)
                .settings()
            try apply(
                settings.filter { setting in
                    let isReplaced = Self.isReplaced(setting.name, by: given)
                    return names.contains(setting.name) && !isReplaced
                })
        }
        let configured = (detectors: detectors, knobs: commonKnobs)
        (detectors, commonKnobs) = ([], [:])
        recognition.endKnobs()
        try apply(flags.filter { $0.name != "config" && $0.name != "help" })
        // Detectors and detections from a file exclude each other: those of the command line win.
        let readsDetections = given.contains("detections")
        if !detectors.isEmpty, !readsDetections { detections = nil }
        if detectors.isEmpty, !readsDetections {
            detectors = configured.detectors.map { choice in
                var choice = choice
                choice.knobs.merge(commonKnobs) { _, flag in flag }
                return choice
            }
        }
        commonKnobs.merge(configured.knobs) { flag, _ in flag }
    }

    /// Whether an option of the configuration file has no place beside those of the command line: a list takes the place of a
    /// list, and one way to say where the data goes that of the other.
    private static func isReplaced(_ name: String, by given: Set<String>) -> Bool {
        if ["output", "format", "seed"].contains(name), given.contains(name) { return true }
        return name == "output" && given.contains("output-dir")
            || BatchOptionTable.names.contains(name) && given.contains("output")
    }
}
