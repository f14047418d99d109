import TrackModel

/// What a covered place looks like.
public enum BlurStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// Blurred by a sixth of the place's smaller side.
    case gaussian
    /// Eight squares across the place's smaller side.
    case pixelate
    /// Gray: nothing of what was there is left.
    case solid
}

/// Which tracks are covered: by label or by identity.
public struct BlurSelection: Sendable, Hashable {
    private let items: [String]

    /// From `faces`, `all`, labels and track numbers, with commas between them.
    ///
    /// Throws `TrackletError` (`usage`) when there is none.
    public init(_ text: String) throws {
        items = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
        }
        guard !items.isEmpty, !items.contains("") else {
            throw TrackletError(
                .usage,
                "'\(text)' does not say what to cover: give faces, all, a label or a track's number, as in faces or 1,4."
            )
        }
    }

    func contains(_ path: TrackPath) -> Bool { items.contains { Self.matches($0, path) } }

    private static func matches(_ item: String, _ path: TrackPath) -> Bool {
        if let track = Int(item) { return path.track == track }
        return item == path.label || item == "all" || item == "faces" && path.label == "face"
    }

    /// Throws `TrackletError` (`usage`) when a part of it matches no track though there are tracks: a slip would leave someone to be seen.
    public func check(against timeline: TrackTimeline) throws {
        guard !timeline.paths.isEmpty else { return }
        for item in items where !timeline.paths.contains(where: { Self.matches(item, $0) }) {
            let there =
                Int(item) != nil
                ? "they are numbered \(timeline.paths[0].track) to \(timeline.paths[timeline.paths.count - 1].track)"
                : "their labels are \(timeline.labels.joined(separator: ", "))"
            throw TrackletError(
                .usage, "No track is covered by --blur \(item): \(there); give one of these, or all.")
        }
    }
}

/// How tracks are covered.
public struct BlurSettings: Sendable, Hashable {
    public var selection: BlurSelection
    public var style = BlurStyle.gaussian
    /// By how much the box is grown about its centre, 1...5. Raising it covers more of the hair, and of what moves fast. The ellipse
    /// over a face holds all of its box from 1.42 on.
    public var grow = 1.5
    /// Seconds before a track's first and after its last frame for which its place stays covered, 0...10. Raising it covers
    /// objects that are found late or lost early, and places where nobody is any more.
    public var holdSeconds = 0.5

    public init(selection: BlurSelection) { self.selection = selection }

    /// Faces are covered by an ellipse, everything else by a rectangle.
    static func isEllipse(_ path: TrackPath) -> Bool { path.label == "face" }
}
