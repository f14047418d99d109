internal import TrackFormats
internal import TrackModel
internal import TrackingPipeline

/// What can be known to be wrong only once the source is open, and before anything is written.
enum RunCheck {
    /// Throws `TrackletError` (`usage`) when an output would destroy what it is made from.
    static func outputs(_ outputs: [TrackOutput], spare source: String) throws {
        guard source != "-" else { return }
        for output in outputs where output.path != "-" && AtomicFile.isSameFile(output.path, source) {
            throw TrackletError(
                .usage, "The output \(output.path) is the input itself; give the output another name.")
        }
    }

    /// Throws `TrackletError` (`usage`) when a seed points beside the picture.
    static func seeds(_ seeds: [TrackSeed], lieIn size: PixelSize) throws {
        for box in seeds.map(\.box) where box.clipped(to: size.bounds) == nil {
            throw TrackletError(
                .usage,
                "The seed \(box.left),\(box.top),\(box.width),\(box.height) lies outside the picture of \(size) pixels; give left,top,width,height inside it."
            )
        }
    }
}
