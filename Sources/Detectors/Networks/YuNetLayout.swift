internal import Foundation
internal import TrackModel

/// YuNet's newer export (Wu, Peng and Yu, "YuNet: a tiny millisecond-level face detector", Machine Intelligence Research 20, 2023): for
/// each stride of 8, 16 and 32 pixels the outputs cls, obj, bbox and kps, a row for each cell of the grid, row by row.
///
/// The score is the geometric mean of cls and obj. A box is its centre's place from the cell's corner in strides, and the logarithms of
/// its sides in strides; a landmark is its place in strides.
struct YuNetLayout: NetworkLayout {
    let inputScale: Float = 1
    let isRedFirst = false
    let search = NetworkSearch(look: .init(height: 40, side: 96))
    /// Its boxes reach from the forehead to the chin and from ear to ear: no edge is off by more than 1 % at the median.
    let adjustment = BoxAdjustment.none
    /// Fitted on 9500 detections in ten clips with reference tracks: a score of 0.68 is right one time in four, one of 0.73 every
    /// other time, one of 0.8 five times in six, and one of 0.85 always.
    let confidence = ScoreScale(bias: -4, slope: 4)

    private static let strides = [8, 16, 32]
    private static let parts: [(name: String, length: Int)] = [("cls", 1), ("obj", 1), ("bbox", 4), ("kps", 10)]

    func check(_ outputs: [NetworkOutput], size: PixelSize, of file: NetworkFile) throws {
        for stride in Self.strides {
            for (name, length) in Self.parts {
                let wanted = "\(name)_\(stride)"
                guard let output = outputs.first(where: { $0.name == wanted }) else {
                    throw file.misfit(
                        "YuNet has the outputs cls_8, obj_8, bbox_8, kps_8 and the same for 16 and 32, and this has \(file.outputText); give the export of 2023 or later"
                    )
                }
                let rows = (size.width / stride) * (size.height / stride)
                guard output.values.count == rows * length else {
                    throw file.misfit(
                        "YuNet's output \(wanted) has \(rows) rows of \(length) for a picture of \(size) pixels, and this is \(output); give the export of 2023 or later"
                    )
                }
            }
        }
    }

    func candidates(in outputs: [NetworkOutput], size: PixelSize, minimumScore: Double) -> [NetworkCandidate] {
        let byName = Dictionary(outputs.map { ($0.name, $0.values) }, uniquingKeysWith: { first, _ in first })
        var found: [NetworkCandidate] = []
        for stride in Self.strides {
            guard let sureness = byName["cls_\(stride)"], let presence = byName["obj_\(stride)"],
                let boxes = byName["bbox_\(stride)"], let landmarks = byName["kps_\(stride)"]
            else { continue }
            let least = Float(minimumScore * minimumScore)
            let columns = size.width / stride
            for cell in sureness.indices where sureness[cell] * presence[cell] >= least {
                let column = Double(cell % columns)
                let row = Double(cell / columns)
                let unit = Double(stride)
                func number(_ values: UnsafeBufferPointer<Float>, _ place: Int) -> Double { Double(values[place]) }
                func landmark(_ index: Int) -> Point {
                    Point(
                        x: (column + number(landmarks, cell * 10 + index * 2)) * unit,
                        y: (row + number(landmarks, cell * 10 + index * 2 + 1)) * unit)
                }
                let product = min(max(number(sureness, cell), 0), 1) * min(max(number(presence, cell), 0), 1)
                found.append(
                    NetworkCandidate(
                        box: Box(
                            center: Point(
                                x: (column + number(boxes, cell * 4)) * unit,
                                y: (row + number(boxes, cell * 4 + 1)) * unit),
                            width: exp(number(boxes, cell * 4 + 2)) * unit,
                            height: exp(number(boxes, cell * 4 + 3)) * unit),
                        score: product.squareRoot(),
                        landmarks: FaceLandmarks(
                            rightEye: landmark(0), leftEye: landmark(1), nose: landmark(2), rightMouth: landmark(3),
                            leftMouth: landmark(4))))
            }
        }
        return found
    }
}
