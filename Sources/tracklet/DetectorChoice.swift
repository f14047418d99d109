internal import Detectors
internal import TrackModel

/// One detector as the user asked for it.
struct DetectorChoice: Equatable {
    var name: String
    var cascadePath: String?
    /// The text given with each knob: name to value, as on the command line.
    var knobs: [String: String] = [:]

    /// The knobs a detector has, in the order they are dumped.
    static let knobNames = ["label", "min-size", "max-size", "scale-factor", "min-neighbors", "region", "raw-boxes"]

    /// Makes the detector. Throws `TrackletError` for a knob's value, an unknown name or a missing cascade.
    func make() throws -> any Detector {
        var options = CascadeOptions()
        for name in Self.knobNames {
            guard let text = knobs[name] else { continue }
            let value = ValueParser(option: name, value: text)
            switch name {
            case "min-size": options.minimumSize = try value.length()
            case "max-size": options.maximumSize = try value.length()
            case "scale-factor":
                options.scaleFactor = try value.number(in: 1.01...4, "give a ratio from 1.01 to 4; 1.2 is usual")
            case "min-neighbors":
                options.minimumNeighbors = try value.integer(in: 0...1000, "give a count from 0 to 1000; 3 is usual")
            case "region": options.region = try value.region()
            case "raw-boxes": options.rawBoxes = true
            default: break
            }
        }
        return try DetectorRegistry.make(
            name: cascadePath == nil ? name : DetectorRegistry.customCascade, options: options, label: knobs["label"],
            cascadePath: cascadePath)
    }
}
