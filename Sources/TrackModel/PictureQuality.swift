/// How good a picture of an object its box in a frame makes, as far as can be said without a look at the pixels: 0...1; higher is
/// better.
///
/// A product, so that nothing makes up for what is bad:
///
/// * the confidence, which of a face is highest when it looks at the camera;
/// * the fourth root of the height over 160 pixels, at most 1: a face of 40 pixels counts 0.7;
/// * 0.8 where no detector saw the object in this very frame;
/// * the share of the box that no other object's box covers;
/// * 0.2 where the box reaches over the picture's edge.
public enum PictureQuality {
    public static func of(_ box: Box, confidence: Double, isDetected: Bool, others: [Box], in size: PixelSize) -> Double
    {
        guard box.isUsable, box.width >= 2, box.height >= 2 else { return 0 }
        var score = max(0.01, confidence)
        score *= min(1, box.height / 160).squareRoot().squareRoot()
        if !isDetected { score *= 0.8 }
        let covered = others.map { box.coveredShare(by: $0) }.max() ?? 0
        score *= max(0.1, 1 - covered)
        let isCut =
            box.left < 0 || box.top < 0 || box.right > Double(size.width) || box.bottom > Double(size.height)
        return isCut ? 0.2 * score : score
    }
}
