import Foundation
import TrackModel

@testable import TrackReport

/// What a page's script makes of what is packed.
enum Unpacked {
    static func numbers(_ base64: String) -> [Int] {
        var (found, value, scale) = ([Int](), 0, 1)
        for byte in Data(base64Encoded: base64) ?? Data() {
            value += Int(byte & 127) * scale
            scale *= 128
            if byte < 128 {
                found.append(value)
                (value, scale) = (0, 1)
            }
        }
        return found
    }

    static func signed(_ number: Int) -> Int { number % 2 == 1 ? -(number + 1) / 2 : number / 2 }

    static func boxes(_ keys: String, unit: Double) -> [Int: Box] {
        let packed = numbers(keys)
        var (frame, sides) = (0, [0, 0, 0, 0])
        var boxes: [Int: Box] = [:]
        func box(_ sides: [Double]) -> Box {
            Box(left: sides[0] * unit, top: sides[1] * unit, width: sides[2] * unit, height: sides[3] * unit)
        }
        for place in stride(from: 0, to: packed.count, by: 5) {
            let (before, last) = (frame, sides)
            frame += packed[place] / 2
            for side in 0..<4 { sides[side] += signed(packed[place + 1 + side]) }
            if packed[place] % 2 == 0 {
                for between in before + 1..<frame {
                    let share = Double(between - before) / Double(frame - before)
                    boxes[between] = box(zip(last, sides).map { Double($0) + share * Double($1 - $0) })
                }
            }
            boxes[frame] = box(sides.map(Double.init))
        }
        return boxes
    }

    static func sources(_ runs: String) -> String {
        var all: [(length: Int, kind: Int)] = []
        for number in numbers(runs) {
            if number % 8 == PackedTracks.again {
                let pair = all.suffix(2)
                for _ in 0..<number / 16 { all += pair }
            } else {
                all.append((number / 16, number % 16))
            }
        }
        return all.map { run in
            let letter = String(Array("DTBIS.")[run.kind % 8])
            return String(repeating: run.kind >= 8 ? letter.lowercased() : letter, count: run.length)
        }.joined()
    }

    static func times(_ base64: String) -> [Int: Double] {
        let packed = numbers(base64)
        var (frame, time) = (0, 0)
        var times: [Int: Double] = [:]
        for place in stride(from: 0, to: packed.count, by: 2) {
            let (before, last) = (frame, time)
            frame += packed[place]
            time += signed(packed[place + 1])
            for between in (place == 0 ? frame : before + 1)...frame {
                let share = frame == before ? 1 : Double(between - before) / Double(frame - before)
                times[between] = (Double(last) + share * Double(time - last)) * PackedTimes.unit
            }
        }
        return times
    }
}
