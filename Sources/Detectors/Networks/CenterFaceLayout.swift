internal import Foundation
internal import TrackModel

/// CenterFace (Xu, Yan, Yang, Yuan and Peng, "CenterFace: joint face detection and alignment using face as point", 2019): four outputs on
/// a grid of 4 pixels, each a plane a number: how sure it is that a face has its centre in the cell, the logarithms of its height and
/// width in cells, its centre's place in the cell (down, right), and five landmarks (down, right) in heights and widths from the
/// box's top left corner.
struct CenterFaceLayout: NetworkLayout {
    let inputScale: Float = 1
    let isRedFirst = true
    let search = NetworkSearch(smallestHeight: 12, look: .init(height: 40, side: 96))
    /// Its boxes are tight: no edge is off by more than 2 % at the median.
    let adjustment = BoxAdjustment.none
    /// Fitted on 9000 detections in ten clips with reference tracks: a score of 0.43 is right one time in four, one of 0.48 every other
    /// time, one of 0.6 nine times in ten.
    let confidence = ScoreScale(bias: 0.3, slope: 4.6)

    private static let stride = 4
    /// Their lengths, in the order in which they have the names 537 to 540 in the published file.
    private static let planes = [1, 2, 2, 10]

    func check(_ outputs: [NetworkOutput], size: PixelSize, of file: NetworkFile) throws {
        let cells = "\(size.height / Self.stride)x\(size.width / Self.stride)"
        let wanted = Self.planes.map { "1x\($0)x\(cells)" }
        let found = Self.sorted(outputs).map { $0.shape.map(String.init).joined(separator: "x") }
        guard found == wanted else {
            throw file.misfit(
                "CenterFace has outputs of \(wanted.joined(separator: ", ")) for a picture of \(size) pixels, and this has \(outputs.map(\.description).joined(separator: ", ")); give the file that Scripts/get-models gets"
            )
        }
    }

    func candidates(in outputs: [NetworkOutput], size: PixelSize, minimumScore: Double) -> [NetworkCandidate] {
        let planes = Self.sorted(outputs).map(\.values)
        let columns = size.width / Self.stride
        let cells = planes[0].count
        let unit = Double(Self.stride)
        return planes[0].indices.filter { Double(planes[0][$0]) >= minimumScore }.map { cell in
            func number(_ output: Int, _ plane: Int) -> Double { Double(planes[output][plane * cells + cell]) }
            let height = exp(number(1, 0)) * unit
            let width = exp(number(1, 1)) * unit
            let center = Point(
                x: (Double(cell % columns) + number(2, 1) + 0.5) * unit,
                y: (Double(cell / columns) + number(2, 0) + 0.5) * unit)
            let box = Box(center: center, width: width, height: height)
            func landmark(_ index: Int) -> Point {
                Point(
                    x: box.left + number(3, 2 * index + 1) * width, y: box.top + number(3, 2 * index) * height)
            }
            return NetworkCandidate(
                box: box, score: Double(planes[0][cell]),
                landmarks: FaceLandmarks(
                    rightEye: landmark(0), leftEye: landmark(1), nose: landmark(2), rightMouth: landmark(3),
                    leftMouth: landmark(4)))
        }
    }

    private static func sorted(_ outputs: [NetworkOutput]) -> [NetworkOutput] {
        outputs.sorted { $0.name < $1.name }
    }
}
