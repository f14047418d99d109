import TrackModel

/// Reads JSON (RFC 8259) value by value, in one pass over the bytes, and knows the line of each.
///
/// Foundation's decoders build the whole document and cannot say where in the file a wrong value stands.
struct JSONScanner {
    private let text: TrackText
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// The line of the next byte, from 1.
    private(set) var line: Int

    /// Depth at which values that are skipped are given up, so that no file can exhaust the stack.
    private static let depthLimit = 100

    init(_ text: TrackText, bytes: ArraySlice<UInt8>, line: Int = 1) {
        self.text = text
        self.bytes = bytes
        self.line = line
        position = bytes.startIndex
    }

    func fault(_ reason: String) -> TrackletError {
        text.fault(line: line, reason)
    }

    // MARK: - Values

    /// Calls `visit` for each member, which must read or skip its value.
    mutating func object(
        _ name: String, _ visit: (String, inout JSONScanner) throws(TrackletError) -> Void
    ) throws(TrackletError) {
        try open(UInt8(ascii: "{"), name, "an object")
        guard try next(name) != UInt8(ascii: "}") else { return advance() }
        while true {
            let key = try string("the name of a member of \(name)")
            guard try next(name) == UInt8(ascii: ":") else { throw fault("there is no colon after \"\(key)\"") }
            advance()
            try visit(key, &self)
            guard try goesOn(to: UInt8(ascii: "}"), name) else { return }
        }
    }

    /// Calls `visit` for each element, which must read or skip it.
    mutating func array(
        _ name: String, _ visit: (inout JSONScanner) throws(TrackletError) -> Void
    ) throws(TrackletError) {
        try open(UInt8(ascii: "["), name, "a list")
        guard try next(name) != UInt8(ascii: "]") else { return advance() }
        while true {
            try visit(&self)
            guard try goesOn(to: UInt8(ascii: "]"), name) else { return }
        }
    }

    mutating func number(_ name: String) throws(TrackletError) -> Double {
        let token = try token(name)
        guard let number = NumberText.double(token) else {
            throw fault("\(name) is \(String(decoding: token, as: UTF8.self)), which is not a number")
        }
        return number
    }

    mutating func integer(_ name: String) throws(TrackletError) -> Int {
        let token = try token(name)
        guard let number = NumberText.integer(token) else {
            throw fault("\(name) is \(String(decoding: token, as: UTF8.self)), which is not a whole number")
        }
        return number
    }

    mutating func boolean(_ name: String) throws(TrackletError) -> Bool {
        switch String(decoding: try token(name), as: UTF8.self) {
        case "true": return true
        case "false": return false
        case let other: throw fault("\(name) is \(other), which is neither true nor false")
        }
    }

    mutating func string(_ name: String) throws(TrackletError) -> String {
        guard try next(name) == UInt8(ascii: "\"") else {
            throw fault("\(name) is not a text in quotes")
        }
        advance()
        var content: [UInt8] = []
        while true {
            guard position < bytes.endIndex else { throw endsEarly(name) }
            let byte = bytes[position]
            guard byte >= 0x20 else { throw fault("\(name) has a line end or a control character in its text") }
            advance()
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): content.append(contentsOf: try escaped(name))
            default: content.append(byte)
            }
        }
    }

    /// Passes over one value of any kind.
    mutating func skip(depth: Int = 0) throws(TrackletError) {
        guard depth < Self.depthLimit else { throw fault("values lie more than \(Self.depthLimit) deep in each other") }
        switch try next("a value") {
        case UInt8(ascii: "{"):
            try object("a value") { _, scanner throws(TrackletError) in try scanner.skip(depth: depth + 1) }
        case UInt8(ascii: "["):
            try array("a value") { scanner throws(TrackletError) in try scanner.skip(depth: depth + 1) }
        case UInt8(ascii: "\""):
            _ = try string("a value")
        default:
            let token = try token("a value")
            let word = String(decoding: token, as: UTF8.self)
            guard word == "true" || word == "false" || word == "null" || NumberText.double(token) != nil else {
                throw fault("\(word) is no JSON value")
            }
        }
    }

    /// Throws when anything but white space is left.
    mutating func end() throws(TrackletError) {
        skipSpace()
        if position < bytes.endIndex {
            throw fault("there is more text after the end")
        }
    }

    // MARK: - Bytes

    private mutating func skipSpace() {
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "\n") {
                line += 1
            } else if !TrackText.isBlank(bytes[position]) {
                return
            }
            position += 1
        }
    }

    private mutating func advance() {
        position += 1
    }

    /// The first byte of what comes next, not passed over.
    private mutating func next(_ name: String) throws(TrackletError) -> UInt8 {
        skipSpace()
        guard position < bytes.endIndex else { throw endsEarly(name) }
        return bytes[position]
    }

    private mutating func open(_ bracket: UInt8, _ name: String, _ kind: String) throws(TrackletError) {
        guard try next(name) == bracket else { throw fault("\(name) is not \(kind)") }
        advance()
    }

    private mutating func goesOn(to end: UInt8, _ name: String) throws(TrackletError) -> Bool {
        let byte = try next(name)
        guard byte == end || byte == UInt8(ascii: ",") else {
            throw fault("there is no comma and no end after a value in \(name)")
        }
        advance()
        return byte != end
    }

    /// A number or word: what stands up to the next mark.
    private mutating func token(_ name: String) throws(TrackletError) -> ArraySlice<UInt8> {
        _ = try next(name)
        let start = position
        while position < bytes.endIndex, !Self.endsToken(bytes[position]) {
            advance()
        }
        guard position > start else { throw fault("\(name) is not a number or a word") }
        return bytes[start..<position]
    }

    private static func endsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "["),
            UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "\n"):
            true
        default: TrackText.isBlank(byte)
        }
    }

    /// What stands after a backslash, as UTF-8.
    private mutating func escaped(_ name: String) throws(TrackletError) -> [UInt8] {
        guard position < bytes.endIndex else { throw endsEarly(name) }
        let byte = bytes[position]
        advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            var units = [try codeUnit(name)]
            if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
                position += 2
                units.append(try codeUnit(name))
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: throw fault("\(name) has an unknown escape after a backslash")
        }
    }

    private mutating func codeUnit(_ name: String) throws(TrackletError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4 else { throw endsEarly(name) }
        var unit: UInt16 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
                throw fault("\(name) has an escape \\u without four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(value)
        }
        position += 4
        return unit
    }

    private func endsEarly(_ name: String) -> TrackletError {
        fault("the text ends in the middle of \(name)")
    }
}
