import COpenCV

/// The look of a box: 24 by 24 brightness values of mean 0 and norm 1, weighted by an ellipse so that the background in the
/// corners of the box does not count.
struct AppearancePatch: Sendable {
    var values: [Float]
    /// The standard deviation of the brightness it was made from, 0...128.
    var contrast: Double

    static let count = Int(TCV_PATCH_COUNT)
    /// Below this a patch holds nothing that could be told from anything else.
    static let leastContrast = 2.0

    var hasTexture: Bool { contrast >= Self.leastContrast }

    /// The zero-mean normalised correlation, -1...1: blind to brightness and contrast.
    func likeness(to other: AppearancePatch) -> Double {
        values.withUnsafeBufferPointer { first in
            other.values.withUnsafeBufferPointer { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return 0 }
                return tcv_patch_likeness(first, second)
            }
        }
    }

    /// A mixture: `share` (0...1) of the other, the rest of this.
    func blended(with other: AppearancePatch, share: Double) -> AppearancePatch {
        let mixed = zip(values, other.values).map { $0 + ($1 - $0) * Float(share) }
        // The mean stays 0; the norm is mended so that likenesses stay comparable.
        let raw = AppearancePatch(values: mixed, contrast: contrast + (other.contrast - contrast) * share)
        let norm = max(1e-6, raw.likeness(to: raw)).squareRoot()
        return AppearancePatch(values: mixed.map { $0 / Float(norm) }, contrast: raw.contrast)
    }
}
