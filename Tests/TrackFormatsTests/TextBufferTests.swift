import Foundation
import Testing

@testable import TrackFormats

@Suite("Text of numbers and strings")
struct TextBufferTests {
    @Test(
        "fixed decimals",
        arguments: [
            (0, 2, "0.00"), (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.005, 2, "-0.01"), (0.125, 2, "0.13"),
            (1.999, 2, "2.00"), (-12.3, 2, "-12.30"), (0.05, 2, "0.05"), (7, 0, "7"), (33_366.7, 6, "33366.700000"),
            (0.999_999_6, 6, "1.000000"), (999_999_999_999, 2, "999999999999.00"),
        ] as [(Double, Int, String)])
    func fixedDecimals(number: Double, decimals: Int, expected: String) {
        var text = TextBuffer()
        text.append(number, decimals: decimals)
        #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    }

    @Test("fixed decimals agree with printf on numbers that are no ties")
    func agreesWithPrintf() {
        var generator = SplitMix(state: 7)
        for _ in 0..<2000 {
            let number = Double.random(in: -5000...5000, using: &generator)
            var text = TextBuffer()
            text.append(number, decimals: 4)
            #expect(String(decoding: text.bytes, as: UTF8.self) == String(format: "%.4f", number))
        }
    }

    @Test(
        "whole numbers",
        arguments: [(0, "0"), (-1, "-1"), (10, "10"), (Int.max, "\(Int.max)"), (Int.min, "\(Int.min)")])
    func wholeNumbers(number: Int, expected: String) {
        var text = TextBuffer()
        text.append(number)
        #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    }

    @Test("what is no number, or too large, is not writable", arguments: [.nan, .infinity, -.infinity, 1e12, -1e300])
    func notWritable(number: Double) {
        #expect(!TextBuffer.isWritable(number))
    }

    @Test("JSON strings are what Foundation reads back")
    func jsonStrings() throws {
        let original = "a\"b\\c/\n\r\t\u{0}\u{1F}\u{7F}ä\u{2028}\u{1F600}"
        var strings = JSONStrings()
        for _ in 0..<2 {
            let quoted = try strings.quoted(original)
            #expect(!quoted.utf8.contains { $0 < 0x20 })
            #expect(try JSONDecoder().decode(String.self, from: Data(quoted.utf8)) == original)
        }
        #expect(try strings.quoted("a/b") == "\"a/b\"")
    }

    @Test("more different JSON strings than are remembered are still right")
    func manyStrings() throws {
        var strings = JSONStrings()
        for _ in 0..<2 {
            for number in 0..<2500 {
                #expect(try strings.quoted("label \(number)") == "\"label \(number)\"")
            }
        }
    }
}

/// A small generator with a seed (SplitMix64, Steele and others 2014), so that every run draws the same numbers.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
