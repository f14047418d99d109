public import TrackModel
public import TrackingPipeline

/// One way to track a video, to be compared with others.
public struct TuningSetting: Sendable {
    public let interval: DetectionInterval
    /// How objects are followed between detections.
    public let tracker: TrackerFactory
    /// What the tracker is called: the level, or its own name.
    public let trackerName: String

    public init(interval: DetectionInterval, tracker: TrackerFactory, trackerName: String) {
        self.interval = interval
        self.tracker = tracker
        self.trackerName = trackerName
    }
}
