public import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension TrackFormat {
    /// The format and the path that `format:PATH`, or a path with a known ending, stands for; "-" alone is CSV.
    ///
    /// Of several endings that fit, the longest counts: talk.coco.json is COCO. What stands before a colon and looks like a
    /// format's name must be one, unless it begins the name of a folder or file that is there; a drive's letter (c:) and
    /// digits (12:30.csv) do not look like one.
    ///
    /// Throws `usage`, naming the known formats, when neither names one.
    public static func resolve(_ argument: String) throws(TrackletError) -> (format: TrackFormat, path: String) {
        if argument == "-" {
            return (.csv, "-")
        }
        if let colon = argument.firstIndex(of: ":") {
            let prefix = String(argument[..<colon])
            if let format = named(prefix) {
                let path = String(argument[argument.index(after: colon)...])
                guard !path.isEmpty else {
                    throw TrackletError(
                        .usage, "\(argument) names no file; put a path after the colon, or - for a standard stream.")
                }
                return (format, path)
            }
            if looksLikeName(prefix), !isPlace(argument) {
                let nearest = NearestName.of(prefix, among: all.map(\.name)).map { "did you mean \($0)? " } ?? ""
                throw TrackletError(
                    .usage,
                    "There is no format \(prefix), as \(argument) names it; \(nearest)The formats are \(knownFormats); a file of that very name is meant by ./\(argument)."
                )
            }
        }
        let fileName = argument.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if let format = withEnding(of: fileName.lowercased()) {
            return (format, argument)
        }
        let cause =
            fileName.lastIndex(of: ".").map { "no format has the ending \(fileName[$0...])" }
            ?? "its name has no ending to tell the format by"
        throw TrackletError(
            .usage,
            "The format of \(argument.isEmpty ? "an empty path" : argument) is unknown: \(cause); use one of \(knownFormats), or name it before the path, as in csv:PATH."
        )
    }

    /// "csv (.csv), mot (.txt), …"
    private static var knownFormats: String {
        all.map { format in "\(format.name) (\(format.endings.map { "." + $0 }.joined(separator: ", ")))" }
            .joined(separator: ", ")
    }

    private static func withEnding(of fileName: String) -> TrackFormat? {
        var best: (format: TrackFormat, length: Int)?
        for format in all {
            for ending in format.endings where fileName.hasSuffix("." + ending) && ending.count > best?.length ?? 0 {
                best = (format, ending.count)
            }
        }
        return best?.format
    }

    private static func looksLikeName(_ prefix: String) -> Bool {
        prefix.count >= 2 && prefix.first?.isLetter == true
            && prefix.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether there is a file of that name, or a folder with a colon in its name for it to lie in.
    private static func isPlace(_ path: String) -> Bool {
        let folder = OutputTarget.folder(of: path)
        return access(path, F_OK) == 0 || folder.contains(":") && access(folder, F_OK) == 0
    }
}
