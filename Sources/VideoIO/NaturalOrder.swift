/// The order people expect of numbered names: runs of digits compare as numbers, all else byte by byte.
enum NaturalOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (Array(left.utf8), Array(right.utf8))
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if isDigit(a[i]), isDigit(b[j]) {
                let (first, second) = (digits(a, from: &i), digits(b, from: &j))
                if first.count != second.count { return first.count < second.count }
                if first != second { return first.lexicographicallyPrecedes(second) }
            } else if a[i] != b[j] {
                return a[i] < b[j]
            } else {
                i += 1
                j += 1
            }
        }
        if (a.count - i) != (b.count - j) { return a.count - i < b.count - j }
        // Equal but for leading zeros: any fixed order will do.
        return a.lexicographicallyPrecedes(b)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// The run of digits at `index`, without leading zeros; moves `index` behind it.
    private static func digits(_ bytes: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
    }
}
