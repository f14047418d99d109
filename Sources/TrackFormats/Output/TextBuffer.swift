/// UTF-8 text being put together. Numbers look the same in every locale: a point, no grouping, no exponent.
struct TextBuffer {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    mutating func append(_ number: Int) {
        if number < 0 {
            bytes.append(UInt8(ascii: "-"))
        }
        appendDigits(number.magnitude, atLeast: 1)
    }

    /// A number from 0 with at least so many digits: "07".
    mutating func append(_ number: Int, digits: Int) {
        precondition(number >= 0, "not a number of digits alone")
        appendDigits(number.magnitude, atLeast: digits)
    }

    /// The number with exactly so many decimals, halves away from zero; never "-0.00".
    ///
    /// It must pass `isWritable`.
    mutating func append(_ number: Double, decimals: Int) {
        precondition(number.magnitude < 2e12, "not a number that can be written")
        let power = Self.powersOfTen[decimals]
        let scaled = Int((number * Double(power)).rounded())
        if scaled < 0 {
            bytes.append(UInt8(ascii: "-"))
        }
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: power)
        appendDigits(whole, atLeast: 1)
        if decimals > 0 {
            bytes.append(UInt8(ascii: "."))
            appendDigits(fraction, atLeast: decimals)
        }
    }

    /// Whether the number is finite and below a million million, so that it and a shift of it fit the integers used here.
    static func isWritable(_ number: Double) -> Bool {
        number.magnitude < 1e12
    }

    private static let powersOfTen: [UInt] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    private mutating func appendDigits(_ number: UInt, atLeast minimum: Int) {
        let start = bytes.count
        var rest = number
        var count = 0
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            count += 1
        } while rest > 0 || count < minimum
        bytes[start...].reverse()
    }
}
