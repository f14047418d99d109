public import TrackModel

/// How good a picture of a track an observation makes, 0...1; higher is better: its `PictureQuality` times the root of the sharpness.
public enum ThumbnailScore {
    /// Of an observation whose sharpness is not looked at.
    public static func score(of observation: Observation, among others: [Box], in size: PixelSize) -> Double {
        bound(TrackPath.Sample(observation, frame: 0, time: 0), others: others, size: size)
    }

    /// All but the sharpness, which costs a look at the pixels: the score cannot be above it.
    static func bound(_ sample: TrackPath.Sample, others: [Box], size: PixelSize) -> Double {
        PictureQuality.of(
            sample.box, confidence: sample.confidence, isDetected: sample.source == .detected, others: others, in: size)
    }

    static func score(bound: Double, sharpness: Double) -> Double { bound * max(0.01, sharpness).squareRoot() }
}
