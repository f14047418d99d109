internal import Detectors
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// Who the tracks are, as `track` is told to find out.
struct RecognitionOptions {
    /// What is named, with what belongs to it.
    struct Choice: Equatable {
        /// The option that names it: "identify", "gallery", "reidentify".
        let option: String
        /// The network of --identify, the folder of --gallery; empty for --reidentify.
        let path: String
        /// "model", "names" and "pixels", as far as they follow it.
        var knobs: [String: String] = [:]

        static let knobNames = ["model", "names", "pixels"]

        /// The network it runs, if any.
        var model: String? { option == "identify" ? path : knobs["model"] }

        func takes(_ knob: String) -> Bool {
            knob == "pixels" || knob == (option == "identify" ? "names" : "model")
        }
    }

    private static let standard = TrackRecognition()

    /// At most one of each kind, in the order named.
    private(set) var choices: [Choice] = []
    private var galleryThreshold: Double?
    private var returnThreshold: Double?
    private var minimumShare = standard.minimumShare
    private var maximumLooks = standard.maximumLooks
    private var roundsBetweenLooks = standard.roundsBetweenLooks
    /// The options that were given.
    private var given: Set<String> = []
    /// Whether the option named last is one of the choices, so that what follows may belong to it.
    private var isNamedLast = false

    var isAsked: Bool { !choices.isEmpty }

    private func choice(_ option: String) -> Choice? { choices.first { $0.option == option } }

    /// Whether an option belongs to what was named last.
    func takes(_ option: String) -> Bool { isNamedLast && choices.last?.takes(option) == true }

    /// From here on, options belong to something else.
    mutating func endKnobs() { isNamedLast = false }

    /// Applies one of `RecognitionOptionTable`, or a knob that belongs to what was named last. Throws `TrackletError` (`usage`) for a value
    /// that is not usable.
    mutating func apply(_ value: ValueParser) throws {
        given.insert(value.option)
        let text = value.value
        switch value.option {
        case "identify", "gallery", "reidentify":
            if text.isEmpty, value.option != "reidentify" {
                throw value.failure(value.option == "identify" ? "give the path of an ONNX file" : "give a folder")
            }
            choices.removeAll { $0.option == value.option }
            choices.append(Choice(option: value.option, path: text))
            isNamedLast = true
        case "gallery-threshold": galleryThreshold = try value.number(in: 0...256, "give a distance from 0 to 256")
        case "reidentify-threshold": returnThreshold = try value.number(in: 0...256, "give a distance from 0 to 256")
        case "vote-share": minimumShare = try value.number(in: 0...1, "give a share from 0 to 1")
        case "looks": maximumLooks = try value.integer(in: 1...100, "give a count from 1 to 100")
        case "look-every": roundsBetweenLooks = try value.integer(in: 1...10_000, "give rounds from 1 to 10000")
        case let knob where takes(knob):
            if text.isEmpty { throw value.failure("give the path of a file") }
            if knob == "pixels", PixelValues(rawValue: text) == nil {
                throw value.failure("give one of \(PixelValues.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            choices[choices.count - 1].knobs[knob] = text
        default:
            throw TrackletError(
                .usage,
                "--\(value.option) follows --identify, --gallery or --reidentify; put it behind, or leave it out.")
        }
    }

    /// The files it reads, the pictures of the gallery among them.
    var filesRead: [String] {
        choices.flatMap { choice in
            [choice.model, choice.knobs["names"]].compactMap(\.self)
                + (choice.option == "gallery" ? (try? GalleryFolder(choice.path).pictures) ?? [] : [])
        }
    }

    // MARK: - What is made of it

    /// Throws `TrackletError` (`usage`) for options that contradict each other, or do nothing without another.
    func check() throws {
        for (name, needed) in [
            ("gallery-threshold", ["gallery"]), ("reidentify-threshold", ["reidentify"]),
            ("vote-share", ["identify", "gallery"]), ("looks", ["identify", "gallery", "reidentify"]),
            ("look-every", ["identify", "gallery", "reidentify"]),
        ] where given.contains(name) && !needed.contains(where: { choice($0) != nil }) {
            let options = needed.map { "--\($0)" }.joined(separator: ", ")
            throw TrackletError(.usage, "--\(name) has no effect without \(options); give that too, or leave it out.")
        }
        if let identify = choice("identify") {
            if choice("gallery") != nil {
                throw TrackletError(
                    .usage, "--identify stands beside --gallery, and a track has one label; leave one of the two out.")
            }
            guard identify.knobs["names"] != nil else {
                throw TrackletError(
                    .usage,
                    "--identify \(identify.path) needs the names of what it tells apart; give a text with a name a line, as in --identify \(identify.path) --names names.txt."
                )
            }
        }
        if let first = choice("gallery"), let second = choice("reidentify"), second.model != nil,
            first.model != second.model || first.knobs["pixels"] != second.knobs["pixels"]
        {
            throw TrackletError(
                .usage,
                "--gallery and --reidentify look at faces by one model; give --model once, behind --gallery.")
        }
    }

    /// How tracks are to be recognised; nil when it was not asked.
    ///
    /// - Parameters:
    ///   - detectors: what finds the faces in the gallery's pictures, if there is one.
    ///   - note: is told of pictures that are left out.
    ///
    /// Throws `TrackletError` for options, models and galleries that are not usable.
    func recognition(
        finding detectors: () throws -> [any Detector], note: (String) -> Void
    ) throws -> TrackRecognition? {
        try check()
        guard isAsked else { return nil }
        var recognition = TrackRecognition()
        recognition.minimumShare = minimumShare
        recognition.maximumLooks = maximumLooks
        recognition.roundsBetweenLooks = roundsBetweenLooks
        if let identify = choice("identify"), let names = identify.knobs["names"] {
            recognition.naming = .classifier(
                try ClassifierNetwork(path: identify.path, namesPath: names, pixels: identify.pixels))
        }
        let gallery = choice("gallery")
        guard let looking = gallery ?? choice("reidentify") else { return recognition }
        let appearance: any AppearanceModel =
            try looking.model.map { try EmbeddingNetwork(path: $0, pixels: looking.pixels) }
            ?? LocalPatterns()
        recognition.appearance = appearance
        if choice("reidentify") != nil { recognition.returnThreshold = returnThreshold ?? appearance.returnThreshold }
        if let gallery {
            recognition.naming = .gallery(
                try GalleryFolder(gallery.path).gallery(by: appearance, finding: try detectors(), note: note),
                threshold: galleryThreshold ?? appearance.galleryThreshold)
        }
        return recognition
    }

    /// The options in effect as a configuration file says them.
    var entries: [String: ConfigurationValue] {
        var entries: [String: ConfigurationValue] = [:]
        for choice in choices {
            let name: ConfigurationValue = choice.option == "reidentify" ? .flag(true) : .text(choice.path)
            var group = choice.knobs.mapValues { ConfigurationValue.text($0) }
            group[choice.option] = name
            entries[choice.option] = group.count == 1 ? name : .group(group)
        }
        entries["gallery-threshold"] = galleryThreshold.map { .number($0) }
        entries["reidentify-threshold"] = returnThreshold.map { .number($0) }
        if given.contains("vote-share") { entries["vote-share"] = .number(minimumShare) }
        if given.contains("looks") { entries["looks"] = .whole(maximumLooks) }
        if given.contains("look-every") { entries["look-every"] = .whole(roundsBetweenLooks) }
        return entries
    }

    /// Name to value for formats that keep the options of a run.
    var recorded: [String: String] {
        guard isAsked else { return [:] }
        var record: [String: String] = [
            "looks": "\(maximumLooks)", "look-every": "\(roundsBetweenLooks)",
        ]
        for choice in choices {
            record[choice.option] = choice.path.isEmpty ? "true" : choice.path
            for (name, value) in choice.knobs { record["\(choice.option).\(name)"] = value }
        }
        if choice("identify") ?? choice("gallery") != nil { record["vote-share"] = "\(minimumShare)" }
        record["gallery-threshold"] = galleryThreshold.map { "\($0)" }
        record["reidentify-threshold"] = returnThreshold.map { "\($0)" }
        return record
    }
}

extension RecognitionOptions.Choice {
    fileprivate var pixels: PixelValues? { knobs["pixels"].flatMap(PixelValues.init(rawValue:)) }
}
