internal import TrackModel

/// Adds up, sample by sample, what the settings of a comparison took of the processor, and what they shared.
struct CostLedger {
    /// One for each setting.
    let accounts: [StageAccount]
    /// Seconds, in samples, that belong to no stage.
    private var other = 0.0
    private let beginning = StageClock.reading

    init(settings: Int) { accounts = (0..<settings).map { _ in StageAccount() } }

    /// Counts what was taken between two readings, before and after all settings went through a sample.
    mutating func add(from before: StageClock.Reading, to after: StageClock.Reading) {
        let measured = Stage.allCases.reduce(0) { $0 + (after.stages[$1] ?? 0) - (before.stages[$1] ?? 0) }
        other += max(0, after.process - before.process - measured)
    }

    /// Decoding goes on between samples, so it is taken over all frames read.
    private func shared(_ stage: Stage) -> Double {
        let all = (StageClock.reading.stages[stage] ?? 0) - (beginning.stages[stage] ?? 0)
        return max(0, all - accounts.reduce(0) { $0 + ($1.seconds[stage] ?? 0) })
    }

    /// Processor milliseconds to read one frame: decoding it, and making its luma and colour.
    func decodingMilliseconds(frames: Int) -> Double {
        1000 * (shared(.decode) + shared(.grayAndPyramid)) / Double(max(1, frames))
    }

    /// - Parameters:
    ///   - frames: how many each setting tracked.
    ///   - framesRead: how many were read, those between the samples too.
    ///   - boxes: how many observations the setting has.
    func cost(of setting: Int, frames: Int, framesRead: Int, boxes: Int) -> SettingCost {
        let count = Double(max(1, frames))
        var cost = SettingCost()
        cost.stages = accounts[setting].seconds.mapValues { 1000 * $0 / count }
        cost.stages[.decode] = decodingMilliseconds(frames: framesRead)
        cost.other = 1000 * other / count / Double(max(1, accounts.count))
        cost.objects = Double(boxes) / count
        return cost
    }
}
