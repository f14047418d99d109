import TrackModel

/// The cues of a WebVTT file, read by the rules of its specification (w3.org/TR/webvtt1, section 4).
struct WebVTTFile {
    struct Cue {
        /// The line of the first line of its text.
        let textLine: Int
        /// Seconds.
        let start: Double
        let text: [UInt8]
    }

    private(set) var cues: [Cue] = []
    private(set) var findings: [Finding] = []
    private var identifiers: Set<[UInt8]> = []
    private var latestStart = 0

    init(_ text: TrackText) {
        let lines = text.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        guard let first = lines.first, Self.isSignature(first) else {
            findings = [Finding(line: 1, "the first line is not WEBVTT")]
            return
        }
        if lines.count > 1, !lines[1].isEmpty {
            findings.append(.rule(line: 2, "the line after WEBVTT is not empty, as the specification asks"))
        }
        // A block ends at an empty line.
        var start = lines.firstIndex(where: \.isEmpty) ?? lines.count
        while start < lines.count {
            var end = start
            while end < lines.count, !lines[end].isEmpty { end += 1 }
            if end > start { readBlock(lines[start..<end]) }
            start = end + 1
        }
    }

    private static func isSignature(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "WEBVTT".utf8) && (line.count == 6 || TrackText.isBlank(line[line.startIndex + 6]))
    }

    private mutating func readBlock(_ lines: ArraySlice<ArraySlice<UInt8>>) {
        guard let timing = lines.prefix(2).indices.first(where: { Self.hasArrow(lines[$0]) }) else {
            let isKnown = ["NOTE", "STYLE", "REGION"].contains { lines[lines.startIndex].starts(with: $0.utf8) }
            if !isKnown {
                findings.append(Finding(line: lines.startIndex + 1, "the block holds no line with -->"))
            }
            return
        }
        if timing > lines.startIndex, !identifiers.insert(Array(lines[lines.startIndex])).inserted {
            findings.append(
                .rule(
                    line: lines.startIndex + 1,
                    "the cue identifier \(String(decoding: lines[lines.startIndex], as: UTF8.self)) is there twice"))
        }
        guard let times = WebVTTTime.times(of: lines[timing]) else {
            findings.append(
                Finding(line: timing + 1, "the times are not as in 00:00:01.000 --> 00:00:01.040"))
            return
        }
        if times.end <= times.start {
            findings.append(.rule(line: timing + 1, "the cue ends no later than it starts"))
        }
        if times.start < latestStart {
            findings.append(.rule(line: timing + 1, "the cue starts before an earlier one, and starts must ascend"))
        }
        latestStart = max(latestStart, times.start)
        let text = lines[(timing + 1)...]
        if let arrow = text.indices.first(where: { Self.hasArrow(lines[$0]) }) {
            findings.append(.rule(line: arrow + 1, "the cue's text holds -->, which it may not"))
        }
        if text.isEmpty {
            findings.append(.warning(line: timing + 1, "the cue has no text"))
            return
        }
        cues.append(
            Cue(textLine: timing + 2, start: Double(times.start) / 1000, text: Array(text.joined(separator: "\n".utf8)))
        )
    }

    private static func hasArrow(_ line: ArraySlice<UInt8>) -> Bool {
        var dashes = 0
        for byte in line {
            if byte == UInt8(ascii: ">"), dashes >= 2 { return true }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        return false
    }
}

/// Times of cues: `[hh:]mm:ss.ttt`.
enum WebVTTTime {
    /// Not below 0: WebVTT has no negative times.
    static func milliseconds(_ seconds: Double) -> Int {
        max(0, Int((seconds * 1000).rounded()))
    }

    /// Start and end in milliseconds, from a line like `00:00:01.000 --> 00:00:01.040 align:start`.
    static func times(of line: ArraySlice<UInt8>) -> (start: Int, end: Int)? {
        let words = line.split(whereSeparator: TrackText.isBlank)
        guard words.count >= 3, words[1].elementsEqual("-->".utf8) else { return nil }
        guard let start = time(words[0]), let end = time(words[2]) else { return nil }
        return (start, end)
    }

    private static func time(_ text: ArraySlice<UInt8>) -> Int? {
        let halves = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1].count == 3, let thousandths = digits(halves[1]) else { return nil }
        let parts = halves[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.suffix(2).allSatisfy({ $0.count == 2 }),
            parts.count == 2 || (2...9).contains(parts[0].count)
        else { return nil }
        let numbers = parts.compactMap(digits)
        guard numbers.count == parts.count, numbers.suffix(2).allSatisfy({ $0 < 60 }) else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 } * 1000 + thousandths
    }

    private static func digits(_ text: ArraySlice<UInt8>) -> Int? {
        text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(String(decoding: text, as: UTF8.self)) : nil
    }
}

extension TextBuffer {
    /// The line of a cue's times, in milliseconds, with its end.
    mutating func append(cueFrom start: Int, to end: Int) {
        append(cueTime: start)
        append(" --> " as StaticString)
        append(cueTime: end)
        append("\n" as StaticString)
    }

    private mutating func append(cueTime milliseconds: Int) {
        let seconds = milliseconds / 1000
        append(seconds / 3600, digits: 2)
        append(byte: UInt8(ascii: ":"))
        append(seconds / 60 % 60, digits: 2)
        append(byte: UInt8(ascii: ":"))
        append(seconds % 60, digits: 2)
        append(byte: UInt8(ascii: "."))
        append(milliseconds % 1000, digits: 3)
    }
}
