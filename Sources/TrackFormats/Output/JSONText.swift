import TrackModel

/// JSON (RFC 8259) as the formats here write it: numbers with fixed decimals, one space after a colon and a comma.
extension TextBuffer {
    /// The observation's members without the braces around them, from `left` on: box, confidence, source, corners.
    mutating func append(jsonMembersOf observation: Observation) {
        append("\"left\": " as StaticString)
        append(observation.box.left, decimals: 2)
        append(", \"top\": " as StaticString)
        append(observation.box.top, decimals: 2)
        append(", \"width\": " as StaticString)
        append(observation.box.width, decimals: 2)
        append(", \"height\": " as StaticString)
        append(observation.box.height, decimals: 2)
        append(", \"confidence\": " as StaticString)
        append(observation.confidence, decimals: 4)
        append(", \"source\": \"" as StaticString)
        append(observation.source.rawValue)
        append(byte: UInt8(ascii: "\""))
        guard let corners = observation.corners?.corners else { return }
        append(", \"corners\": " as StaticString)
        for (index, corner) in corners.enumerated() {
            append(index == 0 ? "[[" : ", [" as StaticString)
            append(corner.x, decimals: 2)
            append(", " as StaticString)
            append(corner.y, decimals: 2)
            append(byte: UInt8(ascii: "]"))
        }
        append(byte: UInt8(ascii: "]"))
    }
}
