/// Describes what is in a box by numbers, so that two pictures of one object get descriptions that lie near each other.
///
/// A description depends on the frame and the box alone; conformers are safe to call from several threads at once.
public protocol AppearanceModel: Sendable {
    /// "lbph", or the path of a network.
    var name: String { get }
    /// Whether the frames it is handed should carry colour.
    var wantsColor: Bool { get }
    /// The distance up to which a picture of a known object is usually taken for one of it, and that up to which a track is usually taken for an
    /// earlier one: whoever comes back is among more others.
    var galleryThreshold: Double { get }
    var returnThreshold: Double { get }

    /// Nil when there is too little to see: a box of a few pixels, or mostly outside the picture.
    func describe(_ object: Detection, in frame: Frame) throws -> AppearanceDescription?

    /// How different two of its descriptions are; 0 for the same, lower is more alike.
    func distance(_ first: AppearanceDescription, _ second: AppearanceDescription) throws -> Double
}

/// What an object looks like, in the numbers of one model.
public struct AppearanceDescription: Sendable, Hashable {
    public var values: [Float]

    public init(values: [Float]) {
        self.values = values
    }
}
