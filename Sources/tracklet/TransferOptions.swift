internal import TrackFormats
internal import TrackModel

/// What `convert` and `validate` can be told.
struct TransferOptions {
    var overwrite = false
    var isQuiet = false
    var motPixelBase = MOTPixelBase.one
    var frameRate: Double?
    var frameCount: Int?
    var label = TrackReadingOptions().label
    var keyframeTolerance = TrackWritingOptions().keyframeTolerance
    private var width: Int?
    private var height: Int?

    /// Throws `TrackletError` (`usage`) for the first value that is not usable.
    init(_ parsed: ParsedArguments) throws {
        for (option, text) in parsed.options {
            let value = ValueParser(option: option.name, value: text ?? "")
            switch option.name {
            case "overwrite": overwrite = true
            case "quiet": isQuiet = true
            case "help": break
            case "mot-pixel-base": motPixelBase = try value.pixelBase()
            case "fps":
                let wanted = "give frames per second above 0, up to 1000"
                frameRate = try value.number(in: 0.000_001...1000, wanted)
            case "width": width = try value.integer(in: 1...100_000, "give pixels from 1 to 100000")
            case "height": height = try value.integer(in: 1...100_000, "give pixels from 1 to 100000")
            case "frames": frameCount = try value.integer(in: 1...1_000_000_000, "give a count from 1 to 1000000000")
            case "label":
                label = try text.flatMap { $0.isEmpty ? nil : $0 } ?? { throw value.failure("give a word") }()
            case "keyframe-tolerance":
                keyframeTolerance = try value.number(in: 0...1000, "give pixels from 0 to 1000")
            default: preconditionFailure("the option \(option.name) is declared and not applied")
            }
        }
        guard (width == nil) == (height == nil) else {
            throw TrackletError(.usage, "--width and --height belong together; give both.")
        }
    }

    var pictureSize: PixelSize? {
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }

    var reading: TrackReadingOptions {
        TrackReadingOptions(
            motPixelBase: motPixelBase, label: label, frameRate: frameRate, pictureSize: pictureSize,
            frameCount: frameCount)
    }
}
