public import TrackModel

/// One output as a user asks for it: a format and a path.
public struct TrackOutput: Sendable {
    public let format: TrackFormat
    /// "-" is standard output.
    public let path: String

    /// From `format:PATH`, or a path whose ending names the format; "-" alone is CSV on standard output.
    ///
    /// Throws `usage` when neither names a format; see `TrackFormat.resolve`.
    public init(_ argument: String) throws(TrackletError) {
        (format, path) = try TrackFormat.resolve(argument)
    }

    /// All outputs of one run. Throws `usage` when two of them go to one place.
    public static func parse(_ arguments: [String]) throws(TrackletError) -> [TrackOutput] {
        var outputs: [TrackOutput] = []
        for argument in arguments {
            let output = try TrackOutput(argument)
            if outputs.contains(where: { $0.isSamePlace(as: output) }) {
                throw TrackletError(
                    .usage, "The output \(output.path) is named twice; give each output a place of its own.")
            }
            outputs.append(output)
        }
        return outputs
    }

    public func makeWriter(_ options: TrackWritingOptions = TrackWritingOptions()) -> any TrackWriter {
        format.makeWriter(path, options)
    }

    private func isSamePlace(as other: TrackOutput) -> Bool {
        guard let mine = try? OutputTarget(path: path), let theirs = try? OutputTarget(path: other.path) else {
            return path == other.path
        }
        return switch (mine, theirs) {
        case (.stream, _), (_, .stream): false
        case (.file(let one), .file(let other)): OutputTarget.isSamePlace(one, other)
        default: mine == theirs
        }
    }
}
