public import TrackModel

/// How good a picture of a track an observation makes, 0...1; higher is better.
///
/// A product, so that nothing makes up for what is bad:
///
/// * the confidence, which of a face is highest when it looks at the camera;
/// * the root of the sharpness;
/// * the fourth root of the height over 160 pixels, at most 1: a face of 40 pixels counts 0.7;
/// * 0.8 where no detector saw the object in this very frame;
/// * the share of the box that no other track's box covers;
/// * 0.2 where the box reaches over the picture's edge.
public enum ThumbnailScore {
    /// Of an observation whose sharpness is not looked at.
    public static func score(of observation: Observation, among others: [Box], in size: PixelSize) -> Double {
        bound(TrackPath.Sample(observation, frame: 0, time: 0), others: others, size: size)
    }

    /// All but the sharpness, which costs a look at the pixels: the score cannot be above it.
    static func bound(_ sample: TrackPath.Sample, others: [Box], size: PixelSize) -> Double {
        let box = sample.box
        guard box.isUsable, box.width >= 2, box.height >= 2 else { return 0 }
        var score = max(0.01, sample.confidence)
        score *= min(1, box.height / 160).squareRoot().squareRoot()
        if sample.source != .detected { score *= 0.8 }
        let covered = others.map { box.coveredShare(by: $0) }.max() ?? 0
        score *= max(0.1, 1 - covered)
        let isCut =
            box.left < 0 || box.top < 0 || box.right > Double(size.width) || box.bottom > Double(size.height)
        return isCut ? 0.2 * score : score
    }

    static func score(bound: Double, sharpness: Double) -> Double { bound * max(0.01, sharpness).squareRoot() }
}
