internal import Detectors
internal import TrackModel

/// One detector as the user asked for it.
struct DetectorChoice: Equatable {
    var name: String
    var cascadePath: String?
    /// The text given with each knob: name to value, as on the command line.
    var knobs: [String: String] = [:]

    /// The name that stands for no detector at all.
    static let none = "none"

    /// Whether it says how far frames are turned.
    var measuresHorizon: Bool { name == DetectorRegistry.horizon }

    /// The knobs a detector has, in the order they are dumped.
    static let knobNames = [
        "model", "names", "label", "min-size", "max-size", "scale-factor", "min-neighbors", "region", "raw-boxes",
    ]

    /// The same with knobs it does not have of its own.
    func withDefaults(_ knobs: [String: String]) -> DetectorChoice {
        var choice = self
        choice.knobs.merge(knobs) { own, _ in own }
        return choice
    }

    /// Throws `TrackletError` (`usage`) when a knob's value is not usable.
    static func check(_ value: ValueParser) throws {
        var options = CascadeOptions()
        try set(value, in: &options)
    }

    private static func set(_ value: ValueParser, in options: inout CascadeOptions) throws {
        switch value.option {
        case "min-size": options.minimumSize = try value.length()
        case "max-size": options.maximumSize = try value.length()
        case "scale-factor":
            options.scaleFactor = try value.number(in: 1.01...4, "give a ratio from 1.01 to 4; 1.2 is usual")
        case "min-neighbors":
            options.minimumNeighbors = try value.integer(in: 0...1000, "give a count from 0 to 1000; 3 is usual")
        case "region": options.region = try value.region()
        case "raw-boxes": options.rawBoxes = true
        case "names" where value.value.isEmpty: throw value.failure("give the path of a text with a name a line")
        case "model" where value.value.isEmpty: throw value.failure("give the path of an ONNX file")
        case "label" where value.value.allSatisfy(\.isWhitespace):
            throw value.failure("give a name, as in --label page")
        default: break
        }
    }

    private func options() throws -> CascadeOptions {
        var options = CascadeOptions()
        for name in Self.knobNames {
            guard let text = knobs[name] else { continue }
            try Self.set(ValueParser(option: name, value: text), in: &options)
        }
        return options
    }

    /// Makes the detector. Throws `TrackletError` for knobs that contradict each other, an unknown name or a missing cascade.
    func make() throws -> any Detector {
        try DetectorRegistry.make(
            name: name, options: try options(), label: knobs["label"], cascadePath: cascadePath,
            modelPath: knobs["model"], namesPath: knobs["names"])
    }

    /// What is allowed and can find nothing in pictures of this size; nil when there is nothing to say.
    func note(for size: PixelSize) -> String? {
        guard let options = try? options(), let smallest = options.minimumSize else { return nil }
        let region = options.region.flatMap { $0.box(in: size).clipped(to: size.bounds) }
        guard smallest.pixels(inHeight: size.height) > region?.height ?? Double(size.height) else { return nil }
        let place = region == nil ? "the picture of \(size) pixels is" : "the region \(knobs["region"] ?? "") is"
        return
            "Nothing can be found by \(cascadePath ?? name): its --min-size \(knobs["min-size"] ?? "") is larger than \(place) high."
    }

    /// Throws `TrackletError` (`usage`) when the knobs make no sense for pictures of this size.
    func check(for size: PixelSize) throws {
        let options = try options()
        if let region = options.region, region.box(in: size).clipped(to: size.bounds) == nil {
            throw TrackletError(
                .usage,
                "The region \(knobs["region"] ?? "") lies outside the picture of \(size) pixels; give left,top,width,height inside it."
            )
        }
        if let smallest = options.minimumSize, let largest = options.maximumSize,
            smallest.pixels(inHeight: size.height) > largest.pixels(inHeight: size.height)
        {
            throw TrackletError(
                .usage,
                "The --min-size \(knobs["min-size"] ?? "") is above the --max-size \(knobs["max-size"] ?? "") in a picture of \(size) pixels; nothing could be found."
            )
        }
    }
}
