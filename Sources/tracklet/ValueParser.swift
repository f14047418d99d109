internal import Detectors
internal import Foundation
internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// Reads the values of options. Every failure names the option, the value and what would do.
struct ValueParser {
    let option: String
    let value: String

    func failure(_ wanted: String) -> TrackletError {
        TrackletError(.usage, "The value '\(value)' of --\(option) is not usable: \(wanted).")
    }

    func number(in range: ClosedRange<Double>, _ wanted: String) throws -> Double {
        guard let number = Self.plainNumber(value), range.contains(number) else { throw failure(wanted) }
        return number
    }

    func integer(in range: ClosedRange<Int>, _ wanted: String) throws -> Int {
        guard let number = Int(value), range.contains(number) else { throw failure(wanted) }
        return number
    }

    /// "1" or "0".
    func pixelBase() throws -> MOTPixelBase {
        guard let base = Int(value).flatMap(MOTPixelBase.init(rawValue:)) else { throw failure("give 1 or 0") }
        return base
    }

    /// "10" or "0.4s".
    func interval() throws -> DetectionInterval {
        guard let interval = DetectionInterval(value) else {
            throw failure("give a number of frames from 1 to 1000000, or seconds from 0.001 to 86400 as in 0.4s")
        }
        return interval
    }

    /// "5" rounds or "2s".
    func patience() throws -> Patience {
        let wanted = "give rounds from 0 to 1000000, or seconds from 0 to 86400 as in 2s"
        if value.hasSuffix("s") {
            guard let seconds = Self.plainNumber(value.dropLast()), (0...86400).contains(seconds) else {
                throw failure(wanted)
            }
            return .seconds(seconds)
        }
        return .rounds(try integer(in: 0...1_000_000, wanted))
    }

    /// "12.5", "1:02:03.5", "02:03" or "300f".
    func frameLimit() throws -> FrameLimit {
        guard let limit = Self.frameLimit(value) else {
            throw failure("give seconds (12.5), h:mm:ss (0:01:30) or a frame number (300f)")
        }
        return limit
    }

    /// "40" pixels or "5%" of the picture's height.
    func length() throws -> Length {
        let wanted = "give pixels from 1 to 100000, or percent of the picture's height as in 5%"
        if value.hasSuffix("%") {
            guard let percent = Self.plainNumber(value.dropLast()), percent > 0, percent <= 100 else {
                throw failure(wanted)
            }
            return .percentOfHeight(percent)
        }
        return .pixels(try number(in: 1...100_000, wanted))
    }

    /// "x,y,w,h" in pixels, or each with a percent sign.
    func region() throws -> SearchRegion {
        let wanted = "give left,top,width,height in pixels (0,0,320,180) or percent (0%,0%,50%,50%)"
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        let isPercent = value.contains("%")
        let numbers = parts.compactMap { part in
            Self.plainNumber(isPercent && part.hasSuffix("%") ? part.dropLast() : part)
        }
        guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0,
            !isPercent || parts.allSatisfy({ $0.hasSuffix("%") }), Self.arePlaces(numbers)
        else { throw failure(wanted) }
        let box = Box(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
        return isPercent ? .percent(box) : .pixels(box)
    }

    /// "x,y,w,h" or "x,y,w,h@time".
    func seed() throws -> TrackSeed {
        let wanted = "give left,top,width,height in pixels and, if not the start, @time, as in 100,50,60,80@2.5"
        let halves = value.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.plainNumber)
        guard parts.count == 4, numbers.count == 4, numbers[2] >= 1, numbers[3] >= 1, Self.arePlaces(numbers) else {
            throw failure(wanted)
        }
        let box = Box(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
        // The first frame, whatever its time: some videos begin below zero.
        var seed = TrackSeed(box: box, place: .frame(0))
        if halves.count == 2 {
            switch Self.frameLimit(String(halves[1])) {
            case .frame(let index)?: seed.place = .frame(index)
            case .seconds(let seconds)?: seed.place = .seconds(seconds)
            case nil: throw failure(wanted)
            }
        }
        return seed
    }

    private static func frameLimit(_ text: String) -> FrameLimit? {
        if text.hasSuffix("f") {
            guard let index = Int(text.dropLast()), index >= 0 else { return nil }
            return .frame(index)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (place, part) in parts.enumerated() {
            guard let number = plainNumber(part), number >= 0, place == 0 || number < 60,
                place == parts.count - 1 || number == number.rounded()
            else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds <= 1e7 ? .seconds(seconds) : nil
    }

    /// Whether the numbers may be pixels of a picture or percentages of one.
    private static func arePlaces(_ numbers: [Double]) -> Bool { numbers.allSatisfy { abs($0) <= 100_000 } }

    /// A finite decimal number; no hexadecimal, no infinity, no blanks, as `Double`'s own reading would take them.
    private static func plainNumber(_ text: some StringProtocol) -> Double? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else {
            return nil
        }
        // "1e400" reads as infinity.
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
