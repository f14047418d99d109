import Detectors
import Testing
import TrackFormats
import TrackModel
import TrackingPipeline
import VideoIO

@testable import tracklet

@Suite("Values of options")
struct ValueParserTests {
    @Test("values in range are read, with their units")
    func usable() throws {
        func value(_ text: String) -> ValueParser { ValueParser(option: "x", value: text) }
        #expect(try value("10").interval() == .frames(10))
        #expect(try value("0.4s").interval() == .seconds(0.4))
        #expect(try value("0").patience() == .rounds(0))
        #expect(try value("2s").patience() == .seconds(2))
        #expect(try value("12.5").frameLimit() == .seconds(12.5))
        #expect(try value("1:02:03.5").frameLimit() == .seconds(3723.5))
        #expect(try value("02:03").frameLimit() == .seconds(123))
        #expect(try value("300f").frameLimit() == .frame(300))
        #expect(try value("40").length() == .pixels(40))
        #expect(try value("5%").length() == .percentOfHeight(5))
        #expect(try value("0,1,2,3").region() == .pixels(Box(left: 0, top: 1, width: 2, height: 3)))
        #expect(try value("0%,1%,2%,3%").region() == .percent(Box(left: 0, top: 1, width: 2, height: 3)))
        let box = Box(left: 1, top: 2, width: 3, height: 4)
        #expect(try value("1,2,3,4").seed() == TrackSeed(box: box, place: .frame(0)))
        #expect(try value("1,2,3,4@2.5").seed() == TrackSeed(box: box, place: .seconds(2.5)))
        #expect(try value("1,2,3,4@7f").seed() == TrackSeed(box: box, place: .frame(7)))
    }

    @Test(
        "a value that is not usable is named with its option and what would do",
        arguments: [
            ("interval", "0"), ("interval", "-1"), ("interval", "1e9"), ("interval", ""), ("interval", "nan"),
            ("interval", "0.4"), ("interval", "0s"), ("interval", "s"), ("interval", "-1s"), ("interval", "1 "),
            ("interval", "99999999999999999999"), ("min-confidence", "1.1"), ("min-confidence", "-0.1"),
            ("min-confidence", "nan"), ("min-confidence", "inf"), ("min-confidence", ""), ("min-confidence", "0x1"),
            ("patience", "-1"), ("patience", "nans"), ("patience", "1e9"), ("confirm", "0"), ("confirm", "1e9"),
            ("max-tracks", "0"), ("max-tracks", "1000000000"), ("threads", "0"), ("threads", "-4"), ("start", "-5"),
            ("start", "1:60"), ("start", "f"), ("start", "1.5f"), ("end", ""), ("end", "1:2:3:4"), ("end", "nan"),
            ("end", "1e300"), ("min-size", "0"), ("min-size", "-5"), ("min-size", "101%"), ("min-size", "0%"),
            ("max-size", "1e9"), ("max-size", "%"), ("scale-factor", "1"), ("scale-factor", "5"),
            ("scale-factor", "nan"), ("min-neighbors", "-1"), ("min-neighbors", "2.5"), ("region", "1,2,3"),
            ("region", "1,2,3,0"), ("region", "1,2,3,-4"), ("region", "1,2,3,nan"), ("region", "1e400,0,1,1"),
            ("region", "1%,2,3,4"), ("region", ""), ("seed", "1,2,3"), ("seed", "1,2,0,4"), ("seed", "1,2,3,4@"),
            ("seed", "1,2,3,4@x"), ("seed", "nan,2,3,4"), ("seed", "1e300,2,3,4"), ("level", "slow"),
            ("mot-pixel-base", "2"), ("label", ""), ("crf", "0"), ("crf", "52"), ("crf", "nan"), ("preset", "hasty"),
            ("overlay", "all"), ("blur-style", "soft"), ("blur-grow", "0.9"), ("blur-grow", "6"), ("blur-hold", "-1"),
            ("blur-hold", "11"),
        ])
    func unusable(option: String, value: String) {
        var options = TrackOptions()
        let error = #expect(throws: TrackletError.self) {
            try options.apply([Setting(name: option, value: value)])
        }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains("'\(value)' of --\(option) is not usable: give ") == true)
    }

    @Test("every option of the tables can be applied")
    func everyOptionIsApplied() throws {
        let samples = [
            "format": "csv", "mot-pixel-base": "0", "level": "fast", "tracker": "kcf", "seed": "1,2,3,4",
            "region": "1,2,3,4",
            "scale-factor": "1.1", "min-confidence": "0.5", "video": "a.mp4", "preset": "fast", "overlay": "none",
            "blur-style": "solid", "vote-share": "0.5", "pixels": "unit",
        ]
        // What follows another option.
        let owners = ["pixels": "identify"]
        for option in TrackOptionTable.all where !["config", "help"].contains(option.name) {
            var options = TrackOptions()
            let value = option.argument.map { _ in samples[option.name] ?? "2" }
            let owner = owners[option.name].map { Setting(name: $0, value: "2") }
            try options.apply([owner, Setting(name: option.name, value: value)].compactMap(\.self))
        }
        #expect(DetectOptionTable.all.allSatisfy { option in TrackOptionTable.all.contains { $0.name == option.name } })
    }
}
