import Foundation

/// Whole numbers in few bytes, for a page's script: seven bits a byte, the low ones first, the eighth set where more follow.
/// Signed ones are folded before: 0, -1, 1, -2, 2 …
struct PackedNumbers {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: Int) {
        precondition(number >= 0, "a number below 0 is appended as signed")
        var rest = UInt(number)
        while rest >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func append(signed number: Int) { append(number < 0 ? -2 * number - 1 : 2 * number) }

    var base64: String { Data(bytes).base64EncodedString() }
}
