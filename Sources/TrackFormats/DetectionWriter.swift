public import TrackModel

/// Writes detections, which have no identity, in the formats that hold tracks.
///
/// CSV leaves `track` empty, MOTChallenge text has the id -1 as its det.txt has, JSON has one list `detections` in place of
/// `tracks`, JSON Lines has `detections` in place of `observations`. Called as a `TrackWriter` is.
public final class DetectionWriter {
    private let writers: MultiTrackWriter

    /// A writer to all outputs at once; `content` of the options is set here.
    public init(_ outputs: [TrackOutput], options: TrackWritingOptions = TrackWritingOptions()) {
        var options = options
        options.content = .detections
        writers = MultiTrackWriter(outputs.map { $0.makeWriter(options) })
    }

    public func begin(_ header: TrackFileHeader) throws {
        try writers.begin(header)
    }

    /// The detections of one frame, in the order they are to be written. Throws as `TrackWriter.write` does.
    public func write(frame: Int, time: Double, detections: [Detection], horizon: Horizon? = nil) throws {
        let observations = detections.map { detection in
            Observation(
                track: Observation.withoutTrack, label: detection.label, box: detection.box,
                confidence: detection.confidence, source: .detected, corners: detection.corners,
                landmarks: detection.landmarks)
        }
        try writers.write(FrameObservations(frame: frame, time: time, observations: observations, horizon: horizon))
    }

    public func finish() throws {
        try writers.finish()
    }

    public func cancel() {
        writers.cancel()
    }
}

extension Observation {
    /// The track number of what has no identity; identities count from 1.
    static var withoutTrack: Int { 0 }
}
