public import TrackMetrics

/// What came of comparing settings on one video.
public struct TuningResult: Sendable {
    /// The parts of the video that were tracked, ascending.
    public internal(set) var samples: [Sample] = []
    /// In the order in which the settings were given.
    public internal(set) var settings: [Row]
    /// The place in `settings` of the one the others are measured against.
    public let reference: Int
    /// Frames read: those between the samples too.
    public internal(set) var framesRead = 0
    /// Processor milliseconds to read and decode one frame.
    public internal(set) var decodingMilliseconds = 0.0

    /// Frames tracked by each setting.
    public var frames: Int { samples.reduce(0) { $0 + $1.frames } }
    /// Whether the reference found anything that others could lose.
    public var hasReference: Bool { settings[reference].evaluation.clear.truthBoxCount > 0 }

    /// A part of the video without a gap.
    public struct Sample: Sendable, Hashable {
        public let firstFrame: Int
        public internal(set) var lastFrame: Int
        /// Of the first and the last frame, in seconds.
        public let firstTime: Double
        public internal(set) var lastTime: Double
        public internal(set) var frames: Int
    }

    /// One setting's outcome.
    public struct Row: Sendable {
        /// Against the reference's tracks, all samples taken together.
        public internal(set) var evaluation = TrackEvaluation.pooled([])
        /// Tracks and boxes found in all samples.
        public internal(set) var tracks = 0
        public internal(set) var boxes = 0
        /// Rounds of detection that were held.
        public internal(set) var rounds = 0
        /// What a run with this setting alone would cost.
        public internal(set) var cost = SettingCost()
    }
}
