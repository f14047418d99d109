internal import Foundation
internal import TrackModel

/// What a kind of network is given, and what its outputs mean.
protocol NetworkLayout: Sendable {
    var search: NetworkSearch { get }
    /// The values of the picture, 0...255, are multiplied by this.
    var inputScale: Float { get }
    /// Whether red comes first of the three colours; otherwise blue.
    var isRedFirst: Bool { get }
    /// From the network's box to the object's tight box.
    var adjustment: BoxAdjustment { get }
    var confidence: ScoreScale { get }

    /// Throws `TrackletError` (`badData`) unless a network with these outputs has this layout; they are of a run on an input of `size`.
    func check(_ outputs: [NetworkOutput], size: PixelSize, of file: NetworkFile) throws

    /// What the outputs say, in pixels of the input: whatever has at least the score, in the outputs' order, also what is said of
    /// one object many times over. Called only with outputs that were checked.
    func candidates(in outputs: [NetworkOutput], size: PixelSize, minimumScore: Double) -> [NetworkCandidate]
}

/// An object as a network says it.
struct NetworkCandidate {
    /// Pixels of the input.
    var box: Box
    /// 0...1; higher is surer.
    var score: Double
    /// Which of the kinds of objects that the network knows.
    var kind = 0
    var landmarks: FaceLandmarks?
}

/// How large a picture a network is asked about.
struct NetworkSearch: Sendable, Hashable {
    /// The size of the input where it is fixed; otherwise it is as large as the smallest wanted object needs.
    var fixedSize: PixelSize?
    /// Height in pixels of the input that the smallest wanted object has. Raising it finds more of the small ones, and costs its square.
    var smallestHeight = 12.0
    /// The sides of the input are multiples of this.
    var multiple = 32
    /// Second looks; nil for none.
    var look: Look?
    /// Candidates of a lower score are nothing, 0...1.
    var minimumScore = 0.3
    /// Two candidates of one kind that overlap by more (intersection over union) are one object.
    var duplicateOverlap = 0.4

    /// How a second look is asked.
    struct Look: Sendable, Hashable {
        /// The height in pixels of the input that the expected object has.
        var height: Double
        /// The input's sides.
        var side: Int
    }
}

/// From a network's score to a confidence on the scale of the other detectors, on which it is about the share of detections that
/// are true: a logistic function of the score's log odds.
struct ScoreScale: Sendable, Hashable {
    /// The log odds for a score of one half.
    var bias = 0.0
    /// What one more of the score's log odds adds; positive.
    var slope = 1.0

    /// 0...1
    func confidence(_ score: Double) -> Double {
        let bounded = min(max(score, 1e-6), 1 - 1e-6)
        return 1 / (1 + exp(-(bias + slope * log(bounded / (1 - bounded)))))
    }
}
