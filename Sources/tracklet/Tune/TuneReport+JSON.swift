internal import Foundation
internal import TrackMetrics
internal import TrackModel
internal import TrackTuning
internal import TrackingPipeline

extension TuneReport {
    /// The numbers unrounded: shares from 0 to 1. All that depends on how fast the machine was stands under "timing"; the rest is the
    /// same in every run.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
        }
    }

    private var document: Document {
        Document(
            video: video, options: options, reference: name(result.reference), loss: loss, frames: result.frames,
            framesRead: result.framesRead,
            samples: result.samples.map {
                Document.Sample(
                    firstFrame: $0.firstFrame, lastFrame: $0.lastFrame, firstTime: $0.firstTime, lastTime: $0.lastTime,
                    frames: $0.frames)
            },
            settings: settings.indices.map(entry), timing: timing)
    }

    private func name(_ index: Int) -> Document.Name {
        Document.Name(interval: settings[index].interval.description, tracker: settings[index].trackerName)
    }

    private func entry(_ index: Int) -> Document.Setting {
        let row = result.settings[index]
        var agreement = EvalReport.numbers(row.evaluation)
        agreement["boxesKept"] = .share(row.evaluation.clear.detectionRecall)
        agreement["tracksKept"] = .share(tracksKept(index))
        return Document.Setting(
            name: name(index), tracks: row.tracks, boxes: row.boxes, rounds: row.rounds,
            agreement: result.hasReference ? agreement : nil)
    }

    private var timing: Document.Timing {
        let rows = rows
        let advised: Int? = if case .use(let setting) = advice { setting } else { nil }
        return Document.Timing(
            threads: threads, cores: cores, decodingMilliseconds: result.decodingMilliseconds,
            advice: adviceText, advised: advised.map(name), knee: knee.map(name),
            settings: settings.indices.map { index in
                let cost = result.settings[index].cost
                var stages = Dictionary(uniqueKeysWithValues: cost.stages.map { ($0.key.rawValue, $0.value) })
                stages["other"] = cost.other
                return Document.Cost(
                    name: name(index), milliseconds: cost.milliseconds, framesPerSecond: rows[index].framesPerSecond,
                    stages: stages)
            })
    }

    private struct Document: Encodable {
        let video: String
        let options: [String: String]
        let reference: Name
        let loss: Double
        let frames: Int
        let framesRead: Int
        let samples: [Sample]
        let settings: [Setting]
        let timing: Timing

        struct Name: Encodable {
            let interval: String
            let tracker: String
        }

        struct Sample: Encodable {
            let firstFrame: Int
            let lastFrame: Int
            let firstTime: Double
            let lastTime: Double
            let frames: Int
        }

        struct Setting: Encodable {
            let name: Name
            let tracks: Int
            let boxes: Int
            let rounds: Int
            /// By the names that `eval` has, and what is kept; left out when the reference found nothing.
            let agreement: [String: EvalReport.Number]?
        }

        struct Timing: Encodable {
            let threads: Int
            let cores: Int
            let decodingMilliseconds: Double
            let advice: String
            let advised: Name?
            let knee: Name?
            let settings: [Cost]
        }

        struct Cost: Encodable {
            let name: Name
            /// Processor milliseconds a frame.
            let milliseconds: Double
            let framesPerSecond: Double
            let stages: [String: Double]
        }
    }
}
