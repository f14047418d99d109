import TrackModel

/// The records of comma-separated values (RFC 4180), with CR LF or LF at their ends.
struct CSVRecords {
    private let text: TrackText
    private var position: Int
    private var line = 1

    init(_ text: TrackText) {
        self.text = text
        position = text.bytes.startIndex
    }

    /// The next record and the line it begins on; empty lines are passed over; nil at the end.
    mutating func next() throws(TrackletError) -> (line: Int, fields: [String])? {
        while position < text.bytes.endIndex {
            let start = line
            let fields = try record()
            if fields != [""] {
                return (start, fields)
            }
        }
        return nil
    }

    private mutating func record() throws(TrackletError) -> [String] {
        var fields: [String] = []
        while true {
            fields.append(peek() == UInt8(ascii: "\"") ? try quotedField() : plainField())
            guard let mark = peek() else { return fields }
            position += 1
            if mark == UInt8(ascii: "\n") {
                line += 1
                return fields
            }
            guard mark == UInt8(ascii: ",") else {
                throw text.fault(line: line, "there is text after a closing quote")
            }
        }
    }

    private mutating func plainField() -> String {
        let start = position
        while let byte = peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: "\n") {
            position += 1
        }
        var field = text.bytes[start..<position]
        if field.last == UInt8(ascii: "\r"), peek() != UInt8(ascii: ",") {
            field.removeLast()
        }
        return String(decoding: field, as: UTF8.self)
    }

    private mutating func quotedField() throws(TrackletError) -> String {
        let opened = line
        var field: [UInt8] = []
        position += 1
        while let byte = peek() {
            position += 1
            if byte != UInt8(ascii: "\"") {
                field.append(byte)
                if byte == UInt8(ascii: "\n") {
                    line += 1
                }
            } else if peek() == UInt8(ascii: "\"") {
                field.append(byte)
                position += 1
            } else {
                if peek() == UInt8(ascii: "\r"), peek(1) == UInt8(ascii: "\n") || peek(1) == nil {
                    position += 1
                }
                return String(decoding: field, as: UTF8.self)
            }
        }
        throw text.fault(line: opened, "a quote is opened and never closed")
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < text.bytes.endIndex ? text.bytes[position + offset] : nil
    }
}
