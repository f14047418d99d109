/// A numbered file name as printf and FFmpeg write it: "frames/%05d.png", "%d.jpg"; "%%" is a percent sign.
///
/// Unlike FFmpeg's own, the numbers may begin anywhere and have gaps.
struct NumberedPattern: Sendable, Hashable {
    let folder: String
    let prefix: String
    let suffix: String
    /// The least number of digits, filled up with zeros.
    let width: Int

    /// Nil when the last part of the path holds no number, or more than one.
    init?(_ path: String) {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        folder = cut == path.startIndex ? "." : String(path[..<cut])
        var parts = [""]
        var width = 0
        var rest = path[cut...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts[parts.count - 1].append(character)
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                parts[parts.count - 1].append("%")
                continue
            }
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(number.count)
            guard rest.first == "d", number.count < 3 else { return nil }
            rest.removeFirst()
            width = Int(number) ?? 0
            parts.append("")
        }
        guard parts.count == 2 else { return nil }
        prefix = parts[0]
        suffix = parts[1]
        self.width = max(1, width)
    }

    /// The number in a name that fits the pattern, as its digits; nil for a name that does not.
    func number(in name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count > prefix.utf8.count + suffix.utf8.count
        else {
            return nil
        }
        let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
        guard digits.count >= width, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        if digits.count > width, digits.first == "0" { return nil }
        return Int(digits)
    }

    /// The files that fit, in the order of their numbers; empty when the folder is not there.
    func paths() throws -> [String] {
        guard FileKind(path: folder) == .folder else { return [] }
        return try PictureFolder.names(in: folder)
            .compactMap { name in number(in: name).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }
            .map { PictureFolder.join(folder, $0.name) }
    }
}
