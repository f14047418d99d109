import COpenCV
public import TrackModel

/// One of OpenCV's trackers, with a confidence of our own.
///
/// OpenCV's say only "found", also while they sit on nothing: the confidence here is the likeness of what is in the box to what was there at the
/// start and lately, the same measure as `FlowTracker`'s.
public final class OpenCVTracker: ObjectTracker, @unchecked Sendable {
    // Unchecked: an instance is used by one task at a time, as `ObjectTracker` demands, and owns its handle alone.
    private let handle: OpaquePointer
    private let kind: Kind
    private var state: State?

    /// Which of OpenCV's trackers.
    public enum Kind: String, Sendable, CaseIterable {
        /// Kernelised correlation filters (Henriques and others, TPAMI 2015). Keeps its size.
        case kcf
        /// Channel and spatial reliability (Lukezic and others, IJCV 2018). Follows size; the dearest.
        case csrt
        /// Minimum output sum of squared error (Bolme and others, CVPR 2010). Keeps its size; the cheapest.
        case mosse
        /// Median flow (Kalal and others, ICPR 2010). Follows size; for steady motion.
        case medianFlow = "median-flow"

        /// KCF and CSRT see more in colour; the others turn it into luma again.
        public var wantsColor: Bool { self == .kcf || self == .csrt }
    }

    /// Boxes with a side below this many pixels inside the picture are refused.
    public static let leastSide = 10.0

    /// Throws `TrackletError` when OpenCV cannot make the tracker.
    public init(kind: Kind) throws {
        var made: OpaquePointer?
        try bridgeCall("Making the tracker '\(kind.rawValue)'") { tcv_tracker_create(kind.bridged, &made, $0) }
        guard let made else { throw TrackletError(.failure, "Making the tracker '\(kind.rawValue)' gave nothing.") }
        handle = made
        self.kind = kind
    }

    deinit { tcv_tracker_destroy(handle) }

    /// A factory for the registry and for Swift users.
    public static func factory(kind: Kind) -> TrackerFactory {
        TrackerFactory(name: kind.rawValue, wantsColor: kind.wantsColor) { try OpenCVTracker(kind: kind) }
    }

    public func start(on frame: Frame, box: Box) throws -> Bool {
        state = nil
        guard let inside = box.startingBox(in: frame.size, leastSide: Self.leastSide),
            let whole = inside.wholePixels(in: frame.size, leastSide: Self.leastSide)
        else { return false }
        let pyramid = try FlowPyramid.of(frame)
        let patch = try pyramid.patch(of: whole)
        guard patch.hasTexture else { return false }
        let usesColor = kind.wantsColor && frame.color != nil
        let status = try frame.withBridgedPixels(color: usesColor) { image in
            tcv_tracker_start(handle, image, whole.bridged, nil)
        }
        // OpenCV throws on some boxes it does not like: nothing to hold on to, then.
        guard status == TCV_OK else { return false }
        state = State(
            frameSize: frame.size, usesColor: usesColor, box: whole,
            appearance: try AppearanceModel(
                patch, pyramid: pyramid, box: whole, parameters: FlowConfiguration.fast.keyParameters))
        return true
    }

    public func update(on frame: Frame) throws -> TrackerEstimate? {
        guard var state, state.frameSize == frame.size, !state.usesColor || frame.color != nil else { return nil }
        // OpenCV's trackers read past the picture when the last box has all but left it.
        guard state.box.intersectionArea(with: frame.size.bounds) >= 0.25 * state.box.area else {
            self.state = nil
            return nil
        }
        var place = tcv_box()
        var found: Int32 = 0
        let status = try frame.withBridgedPixels(color: state.usesColor) { image in
            tcv_tracker_update(handle, image, &place, &found, nil)
        }
        let box = Box(place)
        guard status == TCV_OK, found != 0, box.isUsable, min(box.width, box.height) >= 2,
            box.intersectionArea(with: frame.size.bounds) > 0
        else {
            if status != TCV_OK { self.state = nil }
            return nil
        }
        let judgement = try state.appearance.judge(
            box, in: try FlowPyramid.of(frame), parameters: FlowConfiguration.fast.keyParameters)
        state.appearance.learn(judgement)
        state.box = box
        self.state = state
        return TrackerEstimate(box: box, confidence: judgement.confidence)
    }
}

extension OpenCVTracker {
    private struct State {
        var frameSize: PixelSize
        var usesColor: Bool
        var box: Box
        var appearance: AppearanceModel
    }
}

extension OpenCVTracker.Kind {
    fileprivate var bridged: tcv_tracker_kind {
        switch self {
        case .kcf: TCV_TRACKER_KCF
        case .csrt: TCV_TRACKER_CSRT
        case .mosse: TCV_TRACKER_MOSSE
        case .medianFlow: TCV_TRACKER_MEDIAN_FLOW
        }
    }
}

extension Frame {
    fileprivate func withBridgedPixels<Result>(color wanted: Bool, _ body: (tcv_image) throws -> Result) throws
        -> Result
    {
        if wanted, let color { return try color.plane().withBridgedImage(body) }
        return try luma.withBridgedImage(body)
    }
}
