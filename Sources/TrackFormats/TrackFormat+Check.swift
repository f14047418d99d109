import TrackModel

extension TrackFormat {
    /// Whether a file of this format can be written with what is known and for what it is to hold. Throws `usage`.
    func check(_ header: TrackFileHeader, content: TrackWritingOptions.Content) throws(TrackletError) {
        if content == .detections, !holds.contains(.detections) {
            throw TrackletError(
                .usage,
                "The format \(name) holds tracks only, and detections have no identity; write them as csv, jsonl or coco."
            )
        }
        let size = header.source.size
        if needs.contains(.pictureSize), size.width <= 0 || size.height <= 0 {
            throw TrackletError(
                .usage,
                "The format \(name) needs the picture's size, which the source does not tell; give it to tracklet convert with --width and --height."
            )
        }
        if needs.contains(.frameRate), header.source.usableFrameRate == nil {
            throw TrackletError(
                .usage,
                "The format \(name) needs the number of frames per second, which the source does not tell; give it to tracklet convert with --fps."
            )
        }
    }
}

extension SourceFacts {
    /// Frames per second, when it is a number to count with.
    var usableFrameRate: Double? {
        nominalFrameRate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
