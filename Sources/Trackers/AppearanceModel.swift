/// What an object looked like at the start and lately; says how much a patch looks like it.
struct AppearanceModel: Sendable {
    /// The look at the start: does not drift.
    let first: AppearancePatch
    /// The look lately: follows turns of the head and the light.
    private(set) var recent: AppearancePatch

    init(_ patch: AppearancePatch) {
        first = patch
        recent = patch
    }

    /// The likeness to whichever look is nearer, -1...1.
    func likeness(of patch: AppearancePatch) -> Double {
        max(patch.likeness(to: first), patch.likeness(to: recent))
    }

    /// Takes a little of the patch into the recent look, when it is sure enough to be the object.
    mutating func learn(_ patch: AppearancePatch, confidence: Double) {
        guard confidence > 0.6, patch.hasTexture else { return }
        recent = recent.blended(with: patch, share: 0.05)
    }

    /// The likeness as a confidence, 0...1.
    static func confidence(likeness: Double) -> Double {
        min(1, max(0, (likeness - 0.2) / 0.5))
    }
}
