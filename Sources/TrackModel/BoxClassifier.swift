/// Says what kind of object is in a box.
///
/// The answer depends on the frame and the box alone; conformers are safe to call from several threads at once.
public protocol BoxClassifier: Sendable {
    /// The path of a network.
    var name: String { get }
    /// What the kinds are called.
    var kinds: [String] { get }
    /// Whether the frames it is handed should carry colour.
    var wantsColor: Bool { get }

    /// How sure each kind is, 0...1, in the order of `kinds`; together at most 1. Nil when there is too little to see.
    func classify(_ object: Detection, in frame: Frame) throws -> [Double]?
}
