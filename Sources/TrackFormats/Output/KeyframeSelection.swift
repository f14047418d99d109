import TrackModel

/// Chooses, box by box, which of one track's boxes must be key frames so that a straight line between two of them stays within
/// a tolerance of every box between. The same of any four numbers a frame.
///
/// Each edge is a line of its own. From the last key frame on, each box narrows the slopes that a line to a later key frame may
/// have (a swing filter: Elmeleegy and others, "Online piece-wise linear approximation of numerical streams", VLDB 2009); the
/// box before the first one that lies outside of them is the next key frame. Takes a few numbers a track, and greedily few
/// key frames.
public struct KeyframeSelection {
    private let tolerance: Double
    private var anchor: (frame: Int, values: SIMD4<Double>)?
    private var leastSlopes = SIMD4<Double>(repeating: -.infinity)
    private var greatestSlopes = SIMD4<Double>(repeating: .infinity)

    /// - Parameter tolerance: pixels, or what the numbers are in; 0 or more.
    public init(tolerance: Double) {
        // What is written is rounded to hundredths: less than half of one is no difference.
        self.tolerance = max(tolerance, 0.005)
    }

    /// Begins a span with a key frame.
    mutating func begin(frame: Int, box: Box) { begin(frame: frame, values: Self.edges(of: box)) }

    /// Begins a span with a key frame.
    public mutating func begin(frame: Int, values: SIMD4<Double>) {
        anchor = (frame, values)
        leastSlopes = SIMD4(repeating: -.infinity)
        greatestSlopes = SIMD4(repeating: .infinity)
    }

    /// Whether the boxes since the last key frame may lie between it and this one. When not, the box before this one must be
    /// the next key frame: `begin` with it.
    func reaches(frame: Int, box: Box) -> Bool { reaches(frame: frame, values: Self.edges(of: box)) }

    /// The same of four numbers.
    public func reaches(frame: Int, values: SIMD4<Double>) -> Bool {
        guard let anchor else { return false }
        let slopes = (values - anchor.values) / Double(frame - anchor.frame)
        for edge in slopes.indices where slopes[edge] < leastSlopes[edge] || slopes[edge] > greatestSlopes[edge] {
            return false
        }
        return true
    }

    /// Takes a box that shall lie between two key frames.
    mutating func pass(frame: Int, box: Box) { pass(frame: frame, values: Self.edges(of: box)) }

    /// The same of four numbers.
    public mutating func pass(frame: Int, values: SIMD4<Double>) {
        guard let anchor, frame > anchor.frame else { return }
        let distance = Double(frame - anchor.frame)
        let change = values - anchor.values
        for edge in change.indices {
            leastSlopes[edge] = max(leastSlopes[edge], (change[edge] - tolerance) / distance)
            greatestSlopes[edge] = min(greatestSlopes[edge], (change[edge] + tolerance) / distance)
        }
    }

    private static func edges(of box: Box) -> SIMD4<Double> {
        SIMD4(box.left, box.top, box.right, box.bottom)
    }
}
