internal import Foundation

/// Finds the line on which a value stands in JSON whose decoder only tells its path.
///
/// What was found is remembered, so that many values of one document cost little more than one.
final class JSONPlaces {
    let bytes: ArraySlice<UInt8>
    /// Where each line ends.
    private lazy var lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    /// Where the elements of a list begin, by where it begins itself.
    private var elements: [Int: [Int]] = [:]
    /// Where the members of an object begin, by where it begins itself.
    private var members: [Int: [[UInt8]: Int]] = [:]

    init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// The line, from 1, of the value the path leads to, or of the last value on the way that is there.
    func line(of path: [any CodingKey]) -> Int {
        var position = skippingBlanks(bytes.startIndex)
        for key in path {
            guard let next = key.intValue.map({ element($0, at: position) }) ?? member(key.stringValue, at: position)
            else { break }
            position = next
        }
        return line(at: position)
    }

    /// The line, from 1, of a byte.
    func line(at position: Int) -> Int {
        // How many lines end before it, by halving.
        var (low, high) = (0, lineEnds.count)
        while low < high {
            let middle = (low + high) / 2
            if lineEnds[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }

    // MARK: - Walking

    private func element(_ index: Int, at start: Int) -> Int? {
        let places = elements[start] ?? elements(at: start)
        elements[start] = places
        return places.indices.contains(index) ? places[index] : nil
    }

    private func elements(at start: Int) -> [Int] {
        guard byte(start) == UInt8(ascii: "[") else { return [] }
        var places: [Int] = []
        var position = skippingBlanks(start + 1)
        while let next = byte(position), next != UInt8(ascii: "]") {
            places.append(position)
            position = skippingBlanks(skippingValue(position))
            guard byte(position) == UInt8(ascii: ",") else { break }
            position = skippingBlanks(position + 1)
        }
        return places
    }

    private func member(_ name: String, at start: Int) -> Int? {
        let places = members[start] ?? members(at: start)
        members[start] = places
        return places[Array(name.utf8)]
    }

    private func members(at start: Int) -> [[UInt8]: Int] {
        guard byte(start) == UInt8(ascii: "{") else { return [:] }
        var places: [[UInt8]: Int] = [:]
        var position = skippingBlanks(start + 1)
        while byte(position) == UInt8(ascii: "\"") {
            let end = skippingString(position)
            let name = Array(bytes[min(position + 1, end)..<max(position + 1, end - 1)])
            position = skippingBlanks(end)
            guard byte(position) == UInt8(ascii: ":") else { break }
            position = skippingBlanks(position + 1)
            if places[name] == nil { places[name] = position }
            position = skippingBlanks(skippingValue(position))
            guard byte(position) == UInt8(ascii: ",") else { break }
            position = skippingBlanks(position + 1)
        }
        return places
    }

    /// The place after the value that begins here.
    private func skippingValue(_ start: Int) -> Int {
        var position = start
        var depth = 0
        repeat {
            switch byte(position) {
            case nil: return position
            case UInt8(ascii: "\""):
                position = skippingString(position)
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return position }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return position
            default: break
            }
            position += 1
        } while depth > 0 || !isEnd(position)
        return position
    }

    private func isEnd(_ position: Int) -> Bool {
        guard let byte = byte(position) else { return true }
        return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private func skippingString(_ start: Int) -> Int {
        var position = start + 1
        while let byte = byte(position), byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.endIndex)
    }

    private func skippingBlanks(_ start: Int) -> Int {
        var position = start
        while let byte = byte(position), TrackText.isBlank(byte) || byte == UInt8(ascii: "\n") { position += 1 }
        return position
    }

    private func byte(_ position: Int) -> UInt8? {
        bytes.indices.contains(position) ? bytes[position] : nil
    }
}

/// A step of a path through JSON that is known here and not from a decoder.
struct JSONStep: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(intValue) }
}
