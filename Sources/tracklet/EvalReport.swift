internal import Foundation
internal import TrackMetrics

/// The numbers of an evaluation, as a table for people and as JSON for programs.
struct EvalReport {
    /// The overlap from which on CLEAR MOT and the identity measures let two boxes match.
    let threshold: Double
    /// By clip, in the order of the table.
    let clips: [(name: String, evaluation: TrackEvaluation)]

    private var combined: TrackEvaluation { .pooled(clips.map(\.evaluation)) }

    /// What a column is called, where the number comes from, and whether it is a share, 0...1.
    private struct Column: Sendable {
        let name: String
        let isShare: Bool
        let value: @Sendable (TrackEvaluation) -> Double
    }

    private static let columns: [Column] =
        [
            Column(name: "HOTA", isShare: true) { $0.hota.hota },
            Column(name: "DetA", isShare: true) { $0.hota.detectionAccuracy },
            Column(name: "AssA", isShare: true) { $0.hota.associationAccuracy },
            Column(name: "LocA", isShare: true) { $0.hota.localizationAccuracy },
            Column(name: "MOTA", isShare: true) { $0.clear.accuracy },
            Column(name: "IDF1", isShare: true) { $0.identity.f1 },
            count("IDSW") { $0.clear.identitySwitches }, count("Frag") { $0.clear.fragments },
            count("MT") { $0.clear.mostlyTracked }, count("PT") { $0.clear.partlyTracked },
            count("ML") { $0.clear.mostlyLost },
            count("FP") { $0.clear.falsePositives }, count("FN") { $0.clear.falseNegatives },
            count("boxes") { $0.clear.truthBoxCount },
        ]

    /// In JSON alone: what the table has no room for.
    private static let details: [Column] =
        [
            Column(name: "DetRe", isShare: true) { $0.hota.detectionRecall },
            Column(name: "DetPr", isShare: true) { $0.hota.detectionPrecision },
            Column(name: "AssRe", isShare: true) { $0.hota.associationRecall },
            Column(name: "AssPr", isShare: true) { $0.hota.associationPrecision },
            Column(name: "MOTP", isShare: true) { $0.clear.precision },
            Column(name: "IDR", isShare: true) { $0.identity.recall },
            Column(name: "IDP", isShare: true) { $0.identity.precision },
            count("TP") { $0.clear.truePositives },
        ]

    private static func count(_ name: String, _ value: @escaping @Sendable (TrackEvaluation) -> Int) -> Column {
        Column(name: name, isShare: false) { Double(value($0)) }
    }

    /// A line a clip and one for all together; shares in percent, with a dash where there is no ground truth to share.
    var table: String {
        var rows = clips
        if clips.count > 1 { rows.append(("COMBINED", combined)) }
        let width = max(8, rows.map(\.name.count).max() ?? 0)
        func line(_ name: String, _ cells: [String]) -> String {
            name.padding(toLength: width, withPad: " ", startingAt: 0)
                + zip(cells, Self.columns).map { cell, column in
                    String(repeating: " ", count: max(1, (column.isShare ? 8 : 6) - cell.count)) + cell
                }.joined() + "\n"
        }
        return line("clip", Self.columns.map(\.name))
            + rows.map { name, evaluation in
                line(
                    name,
                    Self.columns.map { column in
                        guard column.isShare else { return "\(Int(column.value(evaluation)))" }
                        guard evaluation.clear.truthBoxCount > 0 else { return "-" }
                        return RunReport.number(100 * column.value(evaluation), decimals: 2)
                    })
            }.joined()
    }

    /// The same unrounded: shares from 0 to 1, and as TrackEval has them also where there is no ground truth.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let document = Document(
                threshold: threshold,
                clips: clips.map { Row(clip: $0.name, numbers: Self.numbers($0.evaluation)) },
                combined: Self.numbers(combined))
            return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
        }
    }

    /// Every number of an evaluation by its name.
    static func numbers(_ evaluation: TrackEvaluation) -> [String: Number] {
        Dictionary(
            uniqueKeysWithValues: (columns + details).map { column in
                let value = column.value(evaluation)
                return (column.name, column.isShare ? .share(value) : .count(Int(value)))
            })
    }

    private struct Document: Encodable {
        let threshold: Double
        let clips: [Row]
        let combined: [String: Number]
    }

    private struct Row: Encodable {
        let clip: String
        let numbers: [String: Number]
    }

    enum Number: Encodable {
        case share(Double)
        case count(Int)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .share(let value): try container.encode(value)
            case .count(let value): try container.encode(value)
            }
        }
    }
}
