/// How hard a detector looks.
public enum DetectionEffort: Sendable, Hashable {
    /// The usual: what is cheap and finds most.
    case quick
    /// Everything the detector can do: other views, turned heads. Dear, so not done in each round.
    case thorough
}

/// Finds objects in one frame. A detection depends on the frame and the effort alone, so frames may be detected concurrently
/// and ahead of time; conformers are safe to call from several threads at once.
public protocol Detector: Sendable {
    /// As the user names it: "face", "rectangle".
    var name: String { get }

    /// Whether the frames it is handed should carry colour.
    var wantsColor: Bool { get }

    /// What is found in the frame, in a fixed order for a given picture; boxes lie at least partly inside the picture.
    ///
    /// Finding nothing is an empty array. Throws `TrackletError` when the detector cannot run at all.
    func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection]

    /// A second look at one place: the object that is expected in `box`, or nil when it is not seen there.
    ///
    /// Asked for tracks that a round did not see. Cheap, since only the surroundings of the box are searched and only for objects of about
    /// its size; it may use every means the detector has. Detectors that have none do not look.
    func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection?

    /// How far the frame is turned; nil where that cannot be seen, and from all detectors that look for objects only.
    func horizon(in frame: Frame) throws -> Horizon?

    /// Whether the detector can say anything of this frame: rounds are held on no others. True of all that look at pixels.
    func covers(_ frame: Frame) -> Bool
}

extension Detector {
    public var wantsColor: Bool { false }

    public func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? { nil }

    public func horizon(in frame: Frame) throws -> Horizon? { nil }

    public func covers(_ frame: Frame) -> Bool { true }

    /// What is found with the usual effort.
    public func detect(in frame: Frame) throws -> [Detection] {
        try detect(in: frame, effort: .quick)
    }
}

extension Sequence<any Detector> {
    /// What the first that sees it says.
    public func horizon(in frame: Frame) throws -> Horizon? {
        for detector in self {
            if let horizon = try detector.horizon(in: frame) { return horizon }
        }
        return nil
    }
}
