public import TrackModel

/// Reads track files of every format.
public enum TrackFile {
    /// The tracks in a file.
    ///
    /// - Parameters:
    ///   - path: `PATH` with an ending that names the format, or `format:PATH`; the path "-" is standard input. With a
    ///     `format` given, the path alone.
    ///   - format: nil to find it out from the path.
    ///   - options: what the file does not say of itself.
    ///
    /// Throws `noInput` when the file is not there or cannot be opened, `usage` when its format is unknown, and `badData`,
    /// naming the file and the line, when it is not what its format says.
    public static func read(
        _ path: String, format: TrackFormat? = nil, options: TrackReadingOptions = TrackReadingOptions()
    ) throws(TrackletError) -> TrackDocument {
        if let format {
            return try format.read(try TrackText(contentsOf: path), options)
        }
        let (format, path) = try TrackFormat.resolve(path)
        return try format.read(try TrackText(contentsOf: path), options)
    }
}

/// Reads detections made elsewhere.
public enum DetectionFile {
    /// The detections in a file, by 0-based frame, each frame's in the file's order.
    ///
    /// Any format serves: MOTChallenge det.txt (id -1), JSON Lines, what `tracklet detect` writes; of a file with tracks,
    /// each observation counts as a detection. Parameters and errors are those of `TrackFile.read`.
    public static func read(
        _ path: String, format: TrackFormat? = nil, options: TrackReadingOptions = TrackReadingOptions()
    ) throws(TrackletError) -> [Int: [Detection]] {
        let document = try TrackFile.read(path, format: format, options: options)
        var detections: [Int: [Detection]] = [:]
        for frame in document.frames where !frame.observations.isEmpty {
            detections[frame.frame] = frame.observations.map { observation in
                Detection(
                    box: observation.box, confidence: observation.confidence, label: observation.label,
                    corners: observation.corners)
            }
        }
        return detections
    }
}
