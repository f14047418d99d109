internal import Foundation
internal import TrackModel

/// The output of YOLO's detectors (Redmon and others, "You only look once", 2016, and what came of it) as they are exported whole, boxes in
/// pixels of the input: one array with a row for each candidate of its centre, width and height and a score for each kind of object.
///
/// Version 5 has them as 1 x candidates x (5 + kinds), with a score that there is anything before those of the kinds; version 8 as
/// 1 x (4 + kinds) x candidates. Which of the two it is the number of kinds tells.
struct YOLOLayout: NetworkLayout {
    let inputScale: Float = 1 / 255
    let isRedFirst = true
    let search: NetworkSearch
    let adjustment = BoxAdjustment.none
    let confidence = ScoreScale()
    private let kinds: Int

    /// The input's size where the file leaves it open.
    private static let usualSize = PixelSize(width: 640, height: 640)

    /// - Parameter kinds: how many kinds of objects the network knows.
    init(kinds: Int, of file: NetworkFile) {
        self.kinds = kinds
        let shape = file.inputs.first?.shape ?? []
        var size = Self.usualSize
        if shape.count == 4, let height = shape[2], let width = shape[3] {
            size = PixelSize(width: width, height: height)
        }
        search = NetworkSearch(fixedSize: size, minimumScore: 0.2, duplicateOverlap: 0.5)
    }

    func check(_ outputs: [NetworkOutput], size: PixelSize, of file: NetworkFile) throws {
        guard outputs.count == 1, Self.rows(of: outputs[0], kinds: kinds) != nil else {
            throw file.misfit(
                "with \(kinds) names it should have one output of 1xNx\(5 + kinds) or 1x\(4 + kinds)xN, and this has \(outputs.map(\.description).joined(separator: ", ")); give a detector in YOLO's layout, and --names with a line for each kind of object that it knows"
            )
        }
    }

    func candidates(in outputs: [NetworkOutput], size: PixelSize, minimumScore: Double) -> [NetworkCandidate] {
        guard let rows = Self.rows(of: outputs[0], kinds: kinds) else { return [] }
        let values = outputs[0].values
        return (0..<rows.count).compactMap { row in
            func number(_ place: Int) -> Double { Double(values[row * rows.rowStep + place * rows.placeStep]) }
            let presence = rows.hasPresence ? number(4) : 1
            guard presence >= minimumScore else { return nil }
            let first = rows.hasPresence ? 5 : 4
            var (kind, best) = (0, -Double.infinity)
            for index in 0..<kinds {
                let score = number(first + index)
                if score > best { (kind, best) = (index, score) }
            }
            guard presence * best >= minimumScore else { return nil }
            return NetworkCandidate(
                box: Box(center: Point(x: number(0), y: number(1)), width: number(2), height: number(3)),
                score: presence * best, kind: kind)
        }
    }

    /// How candidates lie in an output.
    private struct Rows {
        let count: Int
        let hasPresence: Bool
        /// From one candidate to the next, and from one of its numbers to the next.
        let rowStep: Int
        let placeStep: Int
    }

    private static func rows(of output: NetworkOutput, kinds: Int) -> Rows? {
        guard output.shape.count == 3, output.shape[0] == 1 else { return nil }
        if output.shape[2] == 5 + kinds {
            return Rows(count: output.shape[1], hasPresence: true, rowStep: 5 + kinds, placeStep: 1)
        }
        guard output.shape[1] == 4 + kinds else { return nil }
        return Rows(count: output.shape[2], hasPresence: false, rowStep: 1, placeStep: output.shape[2])
    }
}
