internal import CGetopt
internal import Foundation
internal import Synchronization
internal import TrackModel

/// Splits a subcommand's arguments into options and operands, by libc's `getopt_long`: `--name value`, `--name=value`,
/// `-n value`, `-nvalue`, bundled switches, unambiguous abbreviations, `--` before operands that start with a dash.
struct ParsedArguments {
    /// In the order given; the value is nil for a switch.
    private(set) var options: [(option: Option, value: String?)] = []
    private(set) var operands: [String] = []

    var wantsHelp: Bool { options.contains { $0.option.name == "help" } }

    /// Throws `TrackletError` (`usage`) that names a wrong option, shows the help line it concerns and the nearest match.
    init(_ arguments: [String], options known: [Option]) throws {
        self = try Self.turn.withLock { _ in try ParsedArguments(inTurn: arguments, known) }
    }

    /// getopt_long keeps its place in globals: one at a time.
    private static let turn = Mutex(())

    private init(inTurn arguments: [String], _ known: [Option]) throws {
        let strings = (["tracklet"] + arguments).map { strdup($0) }
        let names = known.map { strdup($0.name) }
        defer {
            for string in strings + names { free(string) }
        }
        var argv = strings + [nil]
        var longOptions = zip(known, names).enumerated().map { index, pair in
            tgo_option(pair.1, pair.0.argument == nil ? 0 : 1, Self.firstCode + Int32(index))
        }
        longOptions.append(tgo_option(nil, 0, 0))

        tgo_reset()
        while true {
            let code = getopt_long(Int32(strings.count), &argv, Self.shorts(of: known), &longOptions, nil)
            if code == -1 { break }
            guard let option = Self.option(of: code, known) else {
                // getopt_long is past a long option, and still at a bundle whose letter is none of ASCII's.
                let word = argv[Int(tgo_index()) - (tgo_failed() < 0 ? 0 : 1)].map { String(cString: $0) } ?? ""
                throw Self.failure(
                    code: tgo_failed(), word: word, isMissingValue: code == Int32(UInt8(ascii: ":")), known: known)
            }
            options.append((option, tgo_argument().map { String(cString: $0) }))
        }
        // getopt_long has moved the operands to the end of its own copy.
        operands = argv[Int(tgo_index())..<strings.count].compactMap { $0.map { String(cString: $0) } }
    }

    /// The one operand. Throws `TrackletError` (`usage`) when there is none or more than one.
    func onlyOperand(missing: String, tooMany: String) throws -> String {
        guard let first = operands.first else { throw TrackletError(.usage, missing) }
        guard operands.count == 1 else {
            throw TrackletError(
                .usage, "\(tooMany), but \(operands.count) are named: \(operands.joined(separator: ", ")).")
        }
        return first
    }

    /// The same without the options of these names.
    func leavingOut(_ names: Set<String>) -> ParsedArguments {
        var rest = self
        rest.options.removeAll { names.contains($0.option.name) }
        return rest
    }

    // MARK: - Codes

    /// The code of the first long option, above every letter's.
    private static let firstCode: Int32 = 256

    /// The short options as getopt has them; the leading colon tells a missing value from an unknown option.
    private static func shorts(of known: [Option]) -> String {
        ":" + known.compactMap { option in option.short.map { "\($0)" + (option.argument == nil ? "" : ":") } }.joined()
    }

    private static func option(of code: Int32, _ known: [Option]) -> Option? {
        let index = Int(code - firstCode)
        if known.indices.contains(index) { return known[index] }
        return known.first { $0.short?.asciiValue.map(Int32.init) == code }
    }

    // MARK: - Failures

    /// - Parameters:
    ///   - code: the option it concerns; a letter of no option, or 0, when there is none such.
    ///   - word: the argument that was looked at last.
    private static func failure(code: Int32, word: String, isMissingValue: Bool, known: [Option]) -> TrackletError {
        if let option = option(of: code, known) {
            let problem =
                isMissingValue ? "needs a value (\(option.argument ?? ""))" : "is a switch and takes no value"
            return TrackletError(.usage, "The option --\(option.name) \(problem).\n\n\(option.helpText)")
        }
        if let letter = UInt8(exactly: code), letter != 0 {
            return TrackletError(
                .usage, "There is no option -\(Character(UnicodeScalar(letter))); --help lists the options.")
        }
        guard word.hasPrefix("--") else {
            return TrackletError(.usage, "There is no option \(word); --help lists the options.")
        }
        let name = String(word.dropFirst(2).prefix { $0 != "=" })
        let matches = known.filter { $0.name.hasPrefix(name) }
        if matches.count > 1, !name.isEmpty {
            let list = matches.map { "--\($0.name)" }.joined(separator: ", ")
            return TrackletError(.usage, "The option --\(name) could be \(list); write it out.")
        }
        guard let nearest = NearestName.of(name, among: known.map(\.name)),
            let option = known.first(where: { $0.name == nearest })
        else {
            return TrackletError(.usage, "There is no option --\(name); --help lists the options.")
        }
        return TrackletError(
            .usage, "There is no option --\(name); did you mean --\(nearest)?\n\n\(option.helpText)")
    }
}
