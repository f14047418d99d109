extension TrackFormat {
    /// What files of a format can hold beside the frame and the number of each track.
    public struct Contents: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Each observation's box. What lacks it cannot be read back.
        public static let boxes = Contents(rawValue: 1 << 0)
        /// Each frame's time.
        public static let times = Contents(rawValue: 1 << 1)
        /// A label for each track.
        public static let labels = Contents(rawValue: 1 << 2)
        /// A label for each observation, so that it may change within a track.
        public static let labelChanges = Contents(rawValue: 1 << 3)
        public static let confidences = Contents(rawValue: 1 << 4)
        /// Whether an observation was detected, tracked, filled in …
        public static let sources = Contents(rawValue: 1 << 5)
        public static let corners = Contents(rawValue: 1 << 6)
        /// Frames with nothing in them.
        public static let emptyFrames = Contents(rawValue: 1 << 7)
        /// Detections without an identity.
        public static let detections = Contents(rawValue: 1 << 8)
        /// All that is known of the source, and the options of the run.
        public static let facts = Contents(rawValue: 1 << 9)

        /// The landmarks of faces.
        public static let landmarks = Contents(rawValue: 1 << 10)

        /// How far a frame is turned.
        public static let horizons = Contents(rawValue: 1 << 11)

        /// Why a track has its name, and why it is an earlier one that came back.
        public static let identities = Contents(rawValue: 1 << 12)

        /// All that an observation says.
        static let wholeObservations: Contents = [
            .boxes, .times, .labels, .labelChanges, .confidences, .sources, .corners, .landmarks, .detections,
        ]
    }

    /// What must be known of the video for a file to be written.
    public struct Needs: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let pictureSize = Needs(rawValue: 1 << 0)
        public static let frameRate = Needs(rawValue: 1 << 1)
        /// Each frame's time: from the source, or made from a frame rate.
        public static let times = Needs(rawValue: 1 << 2)
    }
}
