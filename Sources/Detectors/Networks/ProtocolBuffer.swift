internal import Foundation

/// Walks over the fields of one message in protocol buffers' wire format (protobuf.dev/programming-guides/encoding), of which it
/// knows no names.
struct ProtocolBuffer {
    enum Value {
        case number(UInt64)
        case bytes(Data)
    }

    struct Field {
        let number: Int
        let value: Value
    }

    enum Fault: Error {
        /// The message goes on beyond its end.
        case cutOff
        /// This is no such message.
        case foreign
    }

    private let data: Data
    private var place: Data.Index

    init(_ data: Data) {
        self.data = data
        place = data.startIndex
    }

    /// The next field; nil at the end. Throws `Fault`.
    mutating func next() throws -> Field? {
        guard place < data.endIndex else { return nil }
        let tag = try number()
        let field = Int(truncatingIfNeeded: tag >> 3)
        guard field > 0, field < 1 << 29 else { throw Fault.foreign }
        switch tag & 7 {
        case 0: return Field(number: field, value: .number(try number()))
        case 1: return Field(number: field, value: .bytes(try bytes(8)))
        case 2: return Field(number: field, value: .bytes(try bytes(number())))
        case 5: return Field(number: field, value: .bytes(try bytes(4)))
        default: throw Fault.foreign
        }
    }

    /// All fields in their order. Throws `Fault`.
    static func fields(of data: Data) throws -> [Field] {
        var buffer = ProtocolBuffer(data)
        var fields: [Field] = []
        while let field = try buffer.next() { fields.append(field) }
        return fields
    }

    /// The fields of that number that are messages, or texts. Throws `Fault`.
    static func messages(_ number: Int, in data: Data) throws -> [Data] {
        var buffer = ProtocolBuffer(data)
        var messages: [Data] = []
        while let field = try buffer.next() {
            if field.number == number, case .bytes(let bytes) = field.value { messages.append(bytes) }
        }
        return messages
    }

    private mutating func number() throws -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard place < data.endIndex else { throw Fault.cutOff }
            let byte = data[place]
            place += 1
            result |= UInt64(byte & 0x7f) << UInt64(shift)
            if byte < 0x80 { return result }
        }
        throw Fault.foreign
    }

    private mutating func bytes(_ count: UInt64) throws -> Data {
        guard count <= UInt64(data.endIndex - place) else { throw Fault.cutOff }
        let end = place + Int(count)
        defer { place = end }
        return data[place..<end]
    }
}

extension ProtocolBuffer.Field {
    var integer: Int? {
        if case .number(let number) = value { Int(truncatingIfNeeded: number) } else { nil }
    }

    var text: String? {
        if case .bytes(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
