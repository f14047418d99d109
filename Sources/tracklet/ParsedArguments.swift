internal import CGetopt
internal import Foundation
internal import TrackModel

/// Splits a subcommand's arguments into options and operands, by libc's `getopt_long`: `--name value`, `--name=value`,
/// `-n value`, `-nvalue`, bundled switches, unambiguous abbreviations, `--` before operands that start with a dash.
struct ParsedArguments {
    /// In the order given; the value is nil for a switch.
    var options: [(option: Option, value: String?)] = []
    var operands: [String] = []

    /// Throws `TrackletError` (`usage`) that names a wrong option, shows the help line it concerns and the nearest match.
    init(_ arguments: [String], options known: [Option]) throws {
        // getopt_long keeps its place in globals, so this runs once at a time, on the main thread, at start-up.
        let strings = (["tracklet"] + arguments).map { strdup($0) }
        let names = known.map { strdup($0.name) }
        defer {
            for string in strings + names { free(string) }
        }
        var argv = strings + [nil]
        var longOptions = zip(known, names).map { option, name in
            tgo_option(name, option.argument == nil ? 0 : 1)
        }
        longOptions.append(tgo_option(nil, 0))
        // A leading colon makes a missing argument a ":" instead of a "?".
        let shorts =
            ":"
            + known.compactMap { option in option.short.map { "\($0)" + (option.argument == nil ? "" : ":") } }.joined()

        tgo_reset()
        while true {
            var index: Int32 = -1
            let current = max(1, Int(tgo_index()))
            let code = getopt_long(Int32(strings.count), &argv, shorts, &longOptions, &index)
            if code == -1 { break }
            let character = UnicodeScalar(UInt32(bitPattern: code)).map(Character.init)
            let argument = tgo_argument().map { String(cString: $0) }
            if code == 0, index >= 0 {
                options.append((known[Int(index)], argument))
            } else if let option = known.first(where: { $0.short != nil && $0.short == character }) {
                options.append((option, argument))
            } else {
                let word = current < arguments.count + 1 ? arguments[current - 1] : arguments.last ?? ""
                throw Self.failure(word: word, isMissingArgument: character == ":", known: known)
            }
        }
        // getopt_long has moved the operands to the end of its own copy.
        operands = argv[Int(tgo_index())..<strings.count].compactMap { $0.map { String(cString: $0) } }
    }

    private static func failure(word: String, isMissingArgument: Bool, known: [Option]) -> TrackletError {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let isLong = word.hasPrefix("--")
        let matches = known.filter {
            isLong ? $0.name.hasPrefix(name) : $0.short.map(String.init) == name.first.map(String.init)
        }
        let exact = known.first { $0.name == name } ?? (matches.count == 1 ? matches[0] : nil)
        if let exact, isMissingArgument {
            return TrackletError(
                .usage, "The option --\(exact.name) needs a value (\(exact.argument ?? "")).\n\n\(exact.helpText)")
        }
        if let exact, word.contains("=") {
            return TrackletError(
                .usage, "The option --\(exact.name) is a switch and takes no value.\n\n\(exact.helpText)")
        }
        if isLong, matches.count > 1 {
            let list = matches.map { "--\($0.name)" }.joined(separator: ", ")
            return TrackletError(.usage, "The option --\(name) could be \(list); write it out.")
        }
        let shown = isLong ? "--\(name)" : word
        guard let nearest = NearestName.of(name, among: known.map(\.name)), isLong,
            let option = known.first(where: { $0.name == nearest })
        else {
            return TrackletError(.usage, "There is no option \(shown); --help lists the options.")
        }
        return TrackletError(.usage, "There is no option \(shown); did you mean --\(nearest)?\n\n\(option.helpText)")
    }
}
