// The rows of `DetectorRegistry`: which cascades, which defaults, which fitted constants.

extension ConfidenceScale {
    /// For cascades nobody has measured: the number of windows alone, since the level weights' scale is unknown.
    static let countOnly = ConfidenceScale(evenWeight: 0, perWeight: 0, perLogCount: 0.8)
}

extension DetectorSpecification {
    static let face = DetectorSpecification(
        name: "face", label: "face", purpose: "faces seen from the front",
        passes: [
            CascadePass(
                file: "haarcascade_frontalface_alt2.xml",
                adjustment: BoxAdjustment(centerX: 0.5, centerY: 0.51, width: 0.83, height: 1.1),
                confidence: ConfidenceScale(evenWeight: 56, perWeight: 1, perLogCount: 0.8))
        ],
        defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))
}
