import COpenCV
public import TrackModel

/// The default tracker: points inside the box are followed by sparse Lucas-Kanade, forward and backward, and vote on one shift
/// and one size; a template says how far to believe them.
///
/// After Kalal, Mikolajczyk and Matas, Forward-Backward Error (ICPR 2010), on pyramids shared by all trackers of a frame.
public final class FlowTracker: ObjectTracker, @unchecked Sendable {
    // Unchecked: an instance is used by one task at a time, as `ObjectTracker` demands; what it shares with others (pyramids) is
    // immutable.
    private let configuration: FlowConfiguration
    private var state: State?

    /// Boxes with a side below this many pixels inside the picture are refused.
    public static let leastSide = 6.0

    public init(configuration: FlowConfiguration = .accurate) {
        self.configuration = configuration
    }

    /// A factory for the registry and for Swift users.
    public static func factory(
        name: String = "flow", configuration: FlowConfiguration = .accurate
    ) -> TrackerFactory {
        TrackerFactory(name: name) { FlowTracker(configuration: configuration) }
    }

    public func start(on frame: Frame, box: Box) throws -> Bool {
        state = nil
        guard let inside = box.startingBox(in: frame.size, leastSide: Self.leastSide) else { return false }
        let pyramid = try FlowPyramid.of(frame)
        let patch = try pyramid.patch(of: inside)
        guard patch.hasTexture else { return false }
        state = State(pyramid: pyramid, box: inside, appearance: AppearanceModel(patch))
        return true
    }

    public func update(on frame: Frame) throws -> TrackerEstimate? {
        guard var state, state.pyramid.frameSize == frame.size else { return nil }
        let pyramid = try FlowPyramid.of(frame)
        let flow = try state.pyramid.follow(
            state.box, into: pyramid, guess: Point(x: 0, y: 0), parameters: configuration.parameters)
        let moved = Box(
            center: Point(x: state.box.center.x + flow.shift_x, y: state.box.center.y + flow.shift_y),
            width: state.box.width * flow.scale, height: state.box.height * flow.scale)
        guard moved.intersectionArea(with: frame.size.bounds) > 0, min(moved.width, moved.height) >= 2 else {
            return nil
        }

        let patch = try pyramid.patch(of: moved)
        let likeness = state.appearance.likeness(of: patch)
        let share = flow.chosen > 0 ? Double(flow.agreeing) / Double(flow.chosen) : 0
        let confidence = Self.confidence(likeness: likeness, share: share)
        state.pyramid = pyramid
        state.box = moved
        state.appearance.learn(patch, confidence: confidence)
        self.state = state
        return TrackerEstimate(box: moved, confidence: confidence)
    }

    private static func confidence(likeness: Double, share: Double) -> Double {
        AppearanceModel.confidence(likeness: likeness) * min(1, share / 0.5)
    }
}

extension FlowTracker {
    private struct State {
        var pyramid: FlowPyramid
        var box: Box
        var appearance: AppearanceModel
    }
}

extension FlowConfiguration {
    var parameters: tcv_flow_parameters {
        tcv_flow_parameters(
            columns: Int32(columns), rows: Int32(rows), ellipse: 0.85, window: Int32(window), levels: Int32(levels),
            iterations: Int32(iterations), backward: checksBackward ? 1 : 0, backward_error: 1.0, point_likeness: 0.5,
            agreement: 0.6, agreement_share: 0.02, scale_bound: 1.08)
    }
}
