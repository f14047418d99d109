public import TrackModel

/// Every single-object tracker there is, by name.
public enum TrackerRegistry {
    /// One tracker as `tracklet list trackers` shows it.
    public struct Entry: Sendable, Hashable {
        public let name: String
        /// One sentence: how it works and what it is for.
        public let purpose: String
        /// Milliseconds to follow one object of 60 pixels into one 640x360 frame, on one thread; measured, a guide only.
        public let costPerUpdate: Double
    }

    /// In the order of recommendation.
    public static var all: [Entry] { kinds.map(\.entry) }

    /// The factory of the named tracker. Throws `TrackletError` (`usage`), with the nearest name, when there is none.
    public static func make(name: String) throws -> TrackerFactory {
        if let kind = kinds.first(where: { $0.entry.name == name }) { return kind.factory }
        let names = kinds.map(\.entry.name)
        let hint = NearestName.of(name, among: names).map { "did you mean '\($0)'? " } ?? ""
        throw TrackletError(
            .usage, "There is no tracker '\(name)'; \(hint)The trackers are \(names.joined(separator: ", ")).")
    }

    /// The tracker a level stands for.
    public static func factory(for level: TrackingLevel) -> TrackerFactory {
        switch level {
        case .accurate: FlowTracker.factory(configuration: .accurate)
        case .fast: FlowTracker.factory(configuration: .fast)
        }
    }

    private struct Kind: Sendable {
        let entry: Entry
        let factory: TrackerFactory
    }

    private static let kinds: [Kind] = [
        Kind(
            entry: Entry(
                name: "flow",
                purpose: "Points followed by optical flow on shared pyramids, with a template check: the default.",
                costPerUpdate: 0.5),
            factory: FlowTracker.factory()),
        Kind(
            entry: Entry(
                name: "kcf", purpose: "Kernelised correlation filters: holds on to texture, keeps its size.",
                costPerUpdate: 3.4),
            factory: OpenCVTracker.factory(kind: .kcf)),
        Kind(
            entry: Entry(
                name: "csrt", purpose: "Channel and spatial reliability: follows size and shape, the dearest.",
                costPerUpdate: 29),
            factory: OpenCVTracker.factory(kind: .csrt)),
        Kind(
            entry: Entry(
                name: "mosse", purpose: "Minimum output sum of squared error: the cheapest, keeps its size.",
                costPerUpdate: 0.15),
            factory: OpenCVTracker.factory(kind: .mosse)),
        Kind(
            entry: Entry(
                name: "median-flow", purpose: "OpenCV's median flow: follows size, for steady motion.",
                costPerUpdate: 0.8),
            factory: OpenCVTracker.factory(kind: .medianFlow)),
    ]
}
