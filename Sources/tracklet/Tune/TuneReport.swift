internal import Foundation
internal import TrackMetrics
internal import TrackModel
internal import TrackTuning
internal import TrackingPipeline

/// What came of comparing settings, as a table and a sentence for people; `TuneReport+JSON` and `TunePage` have the rest.
struct TuneReport {
    let video: String
    let settings: [TuningSetting]
    let result: TuningResult
    /// What the advice may lose, in HOTA.
    let loss: Double
    let plan: SamplePlan
    /// Seconds of what could be taken; nil when nobody knows.
    let duration: Double?
    let options: [String: String]
    let threads: Int
    let cores: Int

    /// One setting's numbers as people read them: shares in percent.
    struct Row: Equatable {
        let setting: String
        let isReference: Bool
        let framesPerSecond: Double
        let milliseconds: Double
        let hota: Double
        let idf1: Double
        let mota: Double
        let boxesKept: Double
        let tracksKept: Double
        let switches: Int
    }

    var rows: [Row] {
        settings.indices.map { index in
            let row = result.settings[index]
            let clear = row.evaluation.clear
            return Row(
                setting: label(index), isReference: index == result.reference,
                framesPerSecond: row.cost.framesPerSecond(threads: threads, cores: cores),
                milliseconds: row.cost.milliseconds, hota: 100 * row.evaluation.hota.hota,
                idf1: 100 * row.evaluation.identity.f1, mota: 100 * clear.accuracy,
                boxesKept: 100 * clear.detectionRecall, tracksKept: 100 * tracksKept(index),
                switches: clear.identitySwitches)
        }
    }

    /// The share of the reference's tracks that are found in a fifth of their frames or more, 0...1.
    func tracksKept(_ index: Int) -> Double {
        let clear = result.settings[index].evaluation.clear
        let all = clear.mostlyTracked + clear.partlyTracked + clear.mostlyLost
        return all > 0 ? Double(all - clear.mostlyLost) / Double(all) : 0
    }

    var hasSeveralTrackers: Bool { Set(settings.map(\.trackerName)).count > 1 }

    /// "10", or "10 fast" where there are several trackers.
    func label(_ index: Int) -> String {
        let setting = settings[index]
        return setting.interval.description + (hasSeveralTrackers ? " \(setting.trackerName)" : "")
    }

    /// "--interval 10 --level fast", as `track` takes it: what is its default is left out, and what is not compared.
    func flags(_ index: Int) -> String {
        let name = settings[index].trackerName
        let interval = "--interval \(settings[index].interval)"
        guard name != TrackOptions().level.rawValue || hasSeveralTrackers else { return interval }
        return interval + (TrackingLevel(rawValue: name) == nil ? " --tracker \(name)" : " --level \(name)")
    }

    var advice: TuningAdvice {
        TuningAdvice(
            rows.map { TuningAdvice.Candidate(hota: $0.hota, cost: $0.milliseconds) }, reference: result.reference,
            loss: loss, hasReference: result.hasReference)
    }

    var tradeOff: TradeOff { TradeOff(rows.map { ($0.framesPerSecond, $0.hota) }) }
    /// The setting at the knee; nil when there is none, or nothing to agree with.
    var knee: Int? { result.hasReference ? tradeOff.knee : nil }

    /// What to do, in one plain sentence.
    var adviceText: String {
        let rows = rows
        let limit = "\(Self.plain(loss)) HOTA"
        let reference = flags(result.reference)
        switch advice {
        case .use(let setting):
            let cost = "\(Self.cost(rows[setting])) a frame instead of \(Self.cost(rows[result.reference]))"
            return
                "Use \(flags(setting)): it loses \(Self.lost(rows[setting])) HOTA against detecting on every frame and takes \(cost)."
        case .stay(let nearest?) where 100 - rows[nearest].hota > loss:
            return
                "Stay with \(reference): of the cheaper settings none loses at most \(limit); \(flags(nearest)) comes nearest and loses \(Self.lost(rows[nearest]))."
        case .stay:
            return "Stay with \(reference): no other setting that loses at most \(limit) is cheaper."
        case .nothingFound:
            return
                "There is no advice: detecting on every frame found nothing that stayed, so nothing can be lost; name a part of the video with faces in it."
        }
    }

    /// What of the video was tracked.
    var coverageText: String {
        let frames = RunReport.count(result.frames, "frame")
        let seconds = result.samples.reduce(0) { $0 + $1.lastTime - $1.firstTime }
        guard let length = plan.seconds, let first = plan.parts(of: duration).first, first.upperBound.isFinite else {
            return "All of it was tracked: \(frames), \(Self.plain(seconds)) s."
        }
        guard let duration else {
            return
                "Its first \(Self.plain(length * Double(plan.count))) s were tracked, \(frames): nothing tells how long it is."
        }
        return
            "\(RunReport.count(result.samples.count, "sample")) of \(Self.plain(length)) s, spread over its \(Self.plain(duration)) s, were tracked: \(frames)."
    }

    /// For a terminal: what was tracked, a line for each setting, the advice.
    var table: String {
        let names = ["interval", "frames/s", "CPU ms", "HOTA", "IDF1", "MOTA", "boxes kept", "tracks kept", "switches"]
        let cells = rows.map(Self.cells)
        let widths = names.indices.map { column in
            max(names[column].count, cells.map { $0[column].count }.max() ?? 0)
        }
        func line(_ cells: [String], _ mark: String) -> String {
            let padded = cells.enumerated().map { column, cell in
                let pad = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + pad : pad + cell
            }
            return (padded + (mark.isEmpty ? [] : [mark])).joined(separator: "  ") + "\n"
        }
        return "\(video): \(coverageText)\n" + line(names, "")
            + cells.enumerated().map { line($1, marks($0).joined(separator: ", ")) }.joined() + adviceText + "\n"
    }

    /// What is to be said of a setting beside its numbers.
    func marks(_ index: Int) -> [String] {
        var marks: [String] = []
        if index == result.reference { marks.append("reference") }
        if advice == .use(setting: index) { marks.append("advice") }
        if knee == index { marks.append("knee") }
        return marks
    }

    /// A row's cells in the order of the table's columns.
    static func cells(_ row: Row) -> [String] {
        [
            row.setting, RunReport.number(row.framesPerSecond, decimals: row.framesPerSecond < 10 ? 1 : 0),
            RunReport.number(row.milliseconds, decimals: 2), RunReport.number(row.hota, decimals: 1),
            RunReport.number(row.idf1, decimals: 1), RunReport.number(row.mota, decimals: 1),
            RunReport.number(row.boxesKept, decimals: 1) + " %", RunReport.number(row.tracksKept, decimals: 1) + " %",
            "\(row.switches)",
        ]
    }

    private static func cost(_ row: Row) -> String { RunReport.number(row.milliseconds, decimals: 1) + " ms" }

    private static func lost(_ row: Row) -> String { RunReport.number(max(0, 100 - row.hota), decimals: 1) }

    /// "10", "2.5"
    static func plain(_ number: Double) -> String {
        RunReport.number(number, decimals: number == number.rounded() ? 0 : 1)
    }
}
