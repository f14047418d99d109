import Testing
import TrackModel

@testable import tracklet

@Suite("Splitting arguments")
struct ArgumentParsingTests {
    private func parse(_ arguments: String...) throws -> [String] {
        let parsed = try ParsedArguments(arguments, options: TrackOptionTable.all)
        return parsed.options.map { $0.option.name + ($0.value.map { "=" + $0 } ?? "") } + ["|"] + parsed.operands
    }

    @Test("options are taken in every GNU form, before and after operands")
    func forms() throws {
        #expect(try parse("a", "-n", "5", "b") == ["interval=5", "|", "a", "b"])
        #expect(try parse("-n5", "-qv") == ["interval=5", "quiet", "verbose", "|"])
        #expect(try parse("--interval=5", "--interval", "-1") == ["interval=5", "interval=-1", "|"])
        #expect(try parse("--inter", "5", "-") == ["interval=5", "|", "-"])
        #expect(try parse("-q", "--", "-n", "5") == ["quiet", "|", "-n", "5"])
        #expect(try parse("-o", "", "--label=") == ["output=", "label=", "|"])
    }

    @Test(
        "a wrong option is named, with its help line or the nearest match",
        arguments: [
            (["v.mp4", "--intervl", "5"], ["no option --intervl", "did you mean --interval?", "Detect on every Nth"]),
            (["--outpt=x", "v.mp4"], ["no option --outpt;", "did you mean --output?", "may be repeated"]),
            (["--zzzzzzzz", "v.mp4"], ["no option --zzzzzzzz;", "--help lists"]),
            (["--min", "4", "v.mp4"], ["--min could be --min-size, --min-neighbors, --min-confidence"]),
            (["v.mp4", "-qx"], ["no option -x;"]),
            (["-x", "v.mp4"], ["no option -x;"]),
            (["v.mp4", "-é"], ["no option -é;"]),
            (["v.mp4", "-q", "-o"], ["--output needs a value (PATH)", "Where the data goes"]),
            (["v.mp4", "--interval"], ["--interval needs a value (N)", "Detect on every Nth"]),
            (["--quiet=3", "v.mp4"], ["--quiet is a switch and takes no value", "errors only"]),
        ])
    func failures(arguments: [String], words: [String]) throws {
        let error = #expect(throws: TrackletError.self) {
            try ParsedArguments(arguments, options: TrackOptionTable.all)
        }
        #expect(error?.kind == .usage)
        for word in words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    }
}
