/// Which parts of a video are tracked to compare settings: all of a short one, samples spread over a long one.
///
/// A video that is no longer than all samples together is taken whole. A longer one is cut into as many equal parts as there are
/// samples, and the middle of each is taken, so that neither the titles nor the credits have a sample of their own.
public struct SamplePlan: Sendable, Hashable {
    /// How many samples, from 1. More see more of the video and cost as much more.
    public var count: Int
    /// Seconds of each; nil takes the video whole. Longer ones show better how long tracks hold.
    public var seconds: Double?

    public init(count: Int = 6, seconds: Double? = 10) {
        self.count = count
        self.seconds = seconds
    }

    /// The parts, ascending, in seconds from the first frame on. The first only, from the beginning, for a video of which nobody
    /// knows how long it is: as long as all samples together.
    ///
    /// - Parameter duration: of what may be taken, in seconds; nil when it is not known.
    public func parts(of duration: Double?) -> [Range<Double>] {
        guard let seconds else { return [0..<Double.infinity] }
        let wanted = seconds * Double(count)
        guard let duration else { return [0..<wanted] }
        // A sample that would leave out less than a frame or two leaves out nothing.
        guard duration > wanted + 0.1 else { return [0..<Double.infinity] }
        return (0..<count).map { index in
            let middle = duration * (Double(index) + 0.5) / Double(count)
            return middle - seconds / 2..<middle + seconds / 2
        }
    }
}
