import TrackModel

extension TextBuffer {
    /// The text as XML 1.0 holds it, between tags or between double quotes; characters that XML has none of become U+FFFD.
    mutating func append(xml text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;" as StaticString)
            case "<": append("&lt;" as StaticString)
            case ">": append("&gt;" as StaticString)
            case "\"": append("&quot;" as StaticString)
            // As they are, readers make spaces of them.
            case "\t": append("&#9;" as StaticString)
            case "\n": append("&#10;" as StaticString)
            case "\r": append("&#13;" as StaticString)
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}" as StaticString)
            default: append(String(scalar))
            }
        }
    }
}
