public import TrackModel

/// One output as a user asks for it: a format and a path.
public struct TrackOutput: Sendable {
    public let format: TrackFormat
    /// "-" is standard output.
    public let path: String

    /// From `format:PATH`, or a path whose ending names the format; "-" alone is CSV on standard output.
    ///
    /// A part before a colon that is no format's name belongs to the path. Throws `usage` when neither names a format.
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

extension TrackFormat {
    /// The format and the path that `format:PATH`, or a path with a known ending, stands for; "-" alone is CSV.
    ///
    /// Throws `usage`, naming the known formats, when neither names one.
    public static func resolve(_ argument: String) throws(TrackletError) -> (format: TrackFormat, path: String) {
        if argument == "-" {
            return (.csv, "-")
        }
        if let colon = argument.firstIndex(of: ":"), let format = named(String(argument[..<colon])) {
            let path = String(argument[argument.index(after: colon)...])
            guard !path.isEmpty else {
                throw TrackletError(
                    .usage,
                    "The output \(argument) names no file; put a path after the colon, or - for standard output.")
            }
            return (format, path)
        }
        let fileName = argument.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let point = fileName.lastIndex(of: ".")
        if let point {
            let ending = fileName[fileName.index(after: point)...].lowercased()
            if let format = all.first(where: { $0.endings.contains(ending) }) {
                return (format, argument)
            }
        }
        let cause =
            point.map { "no format has the ending \(fileName[$0...])" }
            ?? "its name has no ending to tell the format by"
        let known = all.map { format in
            "\(format.name) (\(format.endings.map { "." + $0 }.joined(separator: ", ")))"
        }
        throw TrackletError(
            .usage,
            "The format of \(argument.isEmpty ? "an empty path" : argument) is unknown: \(cause); use one of \(known.joined(separator: ", ")), or name it before the path, as in csv:PATH."
        )
    }
}
