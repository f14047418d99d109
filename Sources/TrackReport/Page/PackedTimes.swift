import TrackFormats

/// The time of each frame, as key frames: between them a straight line is within a millisecond of every time.
enum PackedTimes {
    /// For each key frame: its frame less the one before, and its time in units of 0.1 ms less the one before, signed.
    static let unit = 0.0001

    static func base64(_ times: [(frame: Int, time: Double)]) -> String {
        var packed = PackedNumbers()
        var last = (frame: 0, time: 0)
        func write(_ key: (frame: Int, time: Double)) {
            let time = Int((key.time / unit).rounded())
            packed.append(key.frame - last.frame)
            packed.append(signed: time - last.time)
            last = (key.frame, time)
        }
        var selection = KeyframeSelection(tolerance: 1)
        var previous: (frame: Int, time: Double)?
        for one in times {
            let values = SIMD4(one.time * 1000, 0, 0, 0)
            if let before = previous {
                if !selection.reaches(frame: one.frame, values: values) {
                    if before.frame != last.frame { write(before) }
                    selection.begin(frame: before.frame, values: SIMD4(before.time * 1000, 0, 0, 0))
                }
                selection.pass(frame: one.frame, values: values)
            } else {
                write(one)
                selection.begin(frame: one.frame, values: values)
            }
            previous = one
        }
        if let previous, previous.frame != last.frame { write(previous) }
        return packed.base64
    }
}
