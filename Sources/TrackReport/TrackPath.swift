public import TrackModel

/// One track through a video, kept small: about 40 bytes an observation, so that a run of hours fits in memory.
public struct TrackPath: Sendable {
    /// The identity, from 1.
    public let track: Int
    public let label: String
    /// Ascending by frame.
    public private(set) var samples: [Sample] = []
    /// The corners of observations that have them, by frame.
    public private(set) var corners: [Int: Quadrilateral] = [:]
    /// The landmarks of observations that have them, by frame.
    public private(set) var landmarks: [Int: FaceLandmarks] = [:]

    /// One observation.
    public struct Sample: Sendable {
        public let frame: Int
        /// Seconds, as the track file has it.
        public let time: Double
        private let left: Float
        private let top: Float
        private let width: Float
        private let height: Float
        private let sureness: Float
        public let source: ObservationSource

        /// Numbers are rounded as track files round them: a run and its files make the same pictures.
        init(_ observation: Observation, frame: Int, time: Double) {
            func rounded(_ value: Double, _ unit: Double) -> Double { (value * unit).rounded() / unit }
            self.frame = frame
            self.time = rounded(time, 1e6)
            left = Float(rounded(observation.box.left, 100))
            top = Float(rounded(observation.box.top, 100))
            width = Float(rounded(observation.box.width, 100))
            height = Float(rounded(observation.box.height, 100))
            sureness = Float(rounded(observation.confidence, 1e4))
            source = observation.source
        }

        /// Pixels of the upright picture.
        public var box: Box {
            Box(left: Double(left), top: Double(top), width: Double(width), height: Double(height))
        }
        /// 0...1; higher is surer.
        public var confidence: Double { Double(sureness) }
    }

    init(track: Int, label: String) {
        self.track = track
        self.label = label
    }

    mutating func add(_ observation: Observation, frame: Int, time: Double) {
        samples.append(Sample(observation, frame: frame, time: time))
        if let corners = observation.corners { self.corners[frame] = corners }
        if let landmarks = observation.landmarks { self.landmarks[frame] = landmarks }
    }

    public var firstFrame: Int { samples.first?.frame ?? 0 }
    public var lastFrame: Int { samples.last?.frame ?? 0 }
    public var frames: ClosedRange<Int> { firstFrame...max(firstFrame, lastFrame) }

    /// The place of the last sample at or before the frame; nil when the track begins later.
    public func place(atOrBefore frame: Int) -> Int? {
        var (low, high) = (0, samples.count)
        while low < high {
            let middle = (low + high) / 2
            if samples[middle].frame <= frame { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The observation of that very frame.
    public func sample(of frame: Int) -> Sample? {
        place(atOrBefore: frame).map { samples[$0] }.flatMap { $0.frame == frame ? $0 : nil }
    }
}
