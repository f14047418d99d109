internal import Foundation
import TrackModel

/// Decodes JSON by Foundation's decoder and says in a sentence what is wrong and where, which Foundation does not.
struct JSONReading {
    let text: TrackText
    /// The line the JSON stands on, when it is a line of its own.
    let line: Int?
    /// What the outermost object is called in messages.
    let whole: String

    private static let decoder = JSONDecoder()

    /// The value in the bytes. Throws `badData`.
    func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws(TrackletError) -> Value {
        let data = Data(bytes)
        do {
            return try Self.decoder.decode(type, from: data)
        } catch {
            throw text.fault(line: line ?? Self.line(of: error, in: bytes, data), explanation(of: error, in: data))
        }
    }

    /// What is wrong in an object inside, named as the messages of `decode` name it.
    func fault(in path: [any CodingKey], _ reason: String) -> TrackletError {
        text.fault(line: line ?? JSONPlaces(bytes: text.bytes).line(of: path), "in \(place(path)), \(reason)")
    }

    // MARK: - Places

    private static func line(of error: any Error, in bytes: ArraySlice<UInt8>, _ data: Data) -> Int? {
        let places = JSONPlaces(bytes: bytes)
        return switch error {
        case let fault as JSONFault: places.line(of: fault.path)
        case DecodingError.keyNotFound(_, let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            places.line(of: context.codingPath)
        default: syntaxErrorLine(in: data, places)
        }
    }

    /// From "Invalid value around character 49", of all Foundation's sentences the kind that tells a place.
    private static func syntaxErrorLine(in data: Data, _ places: JSONPlaces) -> Int? {
        guard let words = syntaxError(in: data) else { return nil }
        if words.hasPrefix("Unexpected end of file") { return places.line(at: places.bytes.endIndex) }
        let offset = words.split(separator: " ").drop { $0 != "character" }.dropFirst().first.flatMap { word in
            Int(word.prefix { $0.isNumber })
        }
        return offset.map { places.line(at: places.bytes.startIndex + $0) }
    }

    // MARK: - Words

    private func explanation(of error: any Error, in data: Data) -> String {
        switch error {
        case let fault as JSONFault:
            "\(place(fault.path)) \(fault.reason)"
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath)) has no \"\(key.stringValue)\""
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath)) is not \(Self.kind(of: type))"
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context.codingPath)) is null and not \(Self.kind(of: type))"
        default:
            "this is not valid JSON\(Self.syntaxError(in: data).map { ": \($0)" } ?? "")"
        }
    }

    /// Where a value stands: `tracks[3].observations[17].width`.
    private func place(_ path: [any CodingKey]) -> String {
        if path.isEmpty { return whole }
        return path.reduce(into: "") { place, key in
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is Int.Type: "a whole number"
        case is String.Type: "a text in quotes"
        case is Bool.Type: "true or false"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }

    /// What Foundation says of the place where it stopped. The decoder keeps that to itself on Linux; the older reader tells.
    private static func syntaxError(in data: Data) -> String? {
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            return nil
        } catch {
            guard let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String else { return nil }
            return reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        }
    }
}
