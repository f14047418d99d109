/// Finds objects in one frame. A detection depends on the frame alone, so frames may be detected concurrently and ahead of
/// time; conformers are safe to call from several threads at once.
public protocol Detector: Sendable {
    /// As the user names it: "face", "rectangle".
    var name: String { get }

    /// What is found in the frame, in a fixed order for a given picture; boxes lie at least partly inside the picture.
    ///
    /// Finding nothing is an empty array. Throws `TrackletError` when the detector cannot run at all.
    func detect(in frame: Frame) throws -> [Detection]
}
