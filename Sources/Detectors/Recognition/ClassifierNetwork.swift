internal import Foundation
public import TrackModel

/// A classifier in an ONNX file of the user's: of what is in a box it says which of some kinds it is.
///
/// It is shown the square around the box. What it answers are taken for shares when they lie in 0...1 and add up to 1, and otherwise for the
/// logarithms of such (logits).
public struct ClassifierNetwork: BoxClassifier {
    public var name: String { network.file.path }
    public let kinds: [String]
    public var wantsColor: Bool { network.wantsColor }
    private let network: VectorNetwork

    /// - Parameters:
    ///   - path: an ONNX file with one input, a picture, and one output, a number for each kind.
    ///   - namesPath: a text with the kinds' names, one a line, in the network's order.
    ///   - pixels: what numbers it wants the pixels to be; nil for ImageNet's, or bytes if it is shown gray pictures.
    ///
    /// Throws `TrackletError`: `noInput` when a file is not there, `badData` when one does not fit.
    public init(path: String, namesPath: String, pixels: PixelValues? = nil) throws {
        kinds = try NamesFile.read(namesPath)
        network = try VectorNetwork(
            path: path, as: "a classifier", usualSide: 224, pixels: pixels, usualPixels: .imagenet)
        guard network.length == kinds.count else {
            throw network.file.misfit(
                "it tells \(network.length) kinds apart, and '\(namesPath)' has \(kinds.count) names; give a name a line, in the network's order"
            )
        }
        if let name = Set(kinds.filter { kind in kinds.count { $0 == kind } > 1 }).min() {
            throw TrackletError(
                .badData, "The names '\(namesPath)' have '\(name)' twice; give each kind a name of its own.")
        }
    }

    public func classify(_ object: Detection, in frame: Frame) throws -> [Double]? {
        guard CutOut.shows(object.box, in: frame.size) else { return nil }
        let side = max(object.box.width, object.box.height)
        let square = Box(
            center: object.box.center, width: side * Double(network.size.width) / Double(network.size.height),
            height: side)
        let answer = try network.answer(to: CutOut(square, size: network.size), of: frame).map(Double.init)
        return Self.shares(answer)
    }

    static func shares(_ answer: [Double]) -> [Double] {
        let sum = answer.reduce(0, +)
        if abs(sum - 1) < 1e-3, answer.allSatisfy({ (0...1).contains($0) }) { return answer.map { $0 / sum } }
        let largest = answer.max() ?? 0
        let powers = answer.map { exp($0 - largest) }
        let whole = powers.reduce(0, +)
        return powers.map { $0 / whole }
    }
}
