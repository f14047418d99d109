/// Numbers as track files write them, read without regard to the locale.
enum NumberText {
    /// The number, or nil for anything but a finite decimal number: no hexadecimal, no "nan", no "inf", no spaces.
    static func double(_ text: some Collection<UInt8>) -> Double? {
        guard !text.isEmpty, text.count < 400, text.allSatisfy(isNumeric) else { return nil }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
        return number
    }

    /// The whole number, also when it is written as "12.0" or "1.2e1", as array tools do.
    static func integer(_ text: some Collection<UInt8>) -> Int? {
        if let number = Int(String(decoding: text, as: UTF8.self)) {
            return number
        }
        return double(text).flatMap(Int.init(exactly:))
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
