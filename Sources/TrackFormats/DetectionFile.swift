public import TrackModel

/// Reads detections made elsewhere, or earlier.
public enum DetectionFile {
    /// What a file says of its frames, ascending, the detections of each in the file's order.
    ///
    /// Any format serves: MOTChallenge det.txt (id -1), JSON Lines, what `tracklet detect` writes, what `DetectionRecordWriter`
    /// writes; of a file with tracks, each observation counts as a detection. Frames in which there is nothing are there where the
    /// format can say so (JSON Lines). Parameters and errors are those of `TrackFile.read`.
    public static func read(
        _ path: String, format: TrackFormat? = nil, options: TrackReadingOptions = TrackReadingOptions()
    ) throws(TrackletError) -> [DetectionRecord] {
        var (format, path) = (format, path)
        if format == nil { (format, path) = try TrackFormat.resolve(path) }
        if format?.name == TrackFormat.jsonLines.name {
            return try DetectionRecordReader.read(try TrackText(contentsOf: path), options)
        }
        let document = try TrackFile.read(path, format: format, options: options)
        return document.frames.map { frame in
            DetectionRecord(
                frame: frame.frame, time: document.hasTimes ? frame.time : nil,
                detections: frame.observations.map(Detection.init))
        }
    }
}

extension Detection {
    /// What was detected, without its identity.
    init(_ observation: Observation) {
        self.init(
            box: observation.box, confidence: observation.confidence, label: observation.label,
            corners: observation.corners, landmarks: observation.landmarks)
    }
}
