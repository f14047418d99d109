import COpenCV
public import TrackModel

/// The default tracker: points inside the box are followed by sparse Lucas-Kanade, forward and backward, and vote on one shift
/// and one size; what the object looked like says how far to believe them.
///
/// After Kalal, Mikolajczyk and Matas, Forward-Backward Error (ICPR 2010), on pyramids shared by all trackers of a frame. Beyond that, the points of
/// a key frame are looked for in each frame, which undoes the drift that small errors add up to and tells how much of the object is in sight. An
/// object out of sight is expected where it was heading, and looked for there for some frames.
public final class FlowTracker: ObjectTracker, @unchecked Sendable {
    // Unchecked: an instance is used by one task at a time, as `ObjectTracker` demands; what it shares with others (pyramids) is
    // immutable.
    private let configuration: FlowConfiguration
    private var state: State?
    /// The object's corners, where they are known.
    private var plane: PlaneFollower?

    /// Boxes with a side below this many pixels inside the picture are refused.
    public static let leastSide = 6.0

    public init(configuration: FlowConfiguration = .accurate) {
        self.configuration = configuration
    }

    /// A factory for the registry and for Swift users.
    public static func factory(
        name: String = "flow", configuration: FlowConfiguration = .accurate
    ) -> TrackerFactory {
        TrackerFactory(name: name, picture: FlowPyramid.picture) { FlowTracker(configuration: configuration) }
    }

    public func start(on frame: Frame, box: Box) throws -> Bool {
        state = nil
        plane = nil
        guard let inside = box.startingBox(in: frame.size, leastSide: Self.leastSide) else { return false }
        let pyramid = try FlowPyramid.of(frame)
        let patch = try pyramid.patch(of: inside)
        guard patch.hasTexture else { return false }
        state = State(
            pyramid: pyramid, box: inside,
            appearance: try AppearanceModel(
                patch, pyramid: pyramid, box: inside, parameters: configuration.keyParameters))
        return true
    }

    public func hold(_ corners: Quadrilateral, on frame: Frame) throws {
        plane = try PlaneFollower(corners, in: FlowPyramid.of(frame))
    }

    public func update(on frame: Frame) throws -> TrackerEstimate? {
        guard let state, state.pyramid.frameSize == frame.size else { return nil }
        let pyramid = try FlowPyramid.of(frame)
        let next = try state.hiddenFrames == 0 ? follow(state, into: pyramid) : lookAgain(state, in: pyramid)
        self.state = next
        guard let next else { return nil }
        if var plane {
            // What is out of sight has no corners that could be seen; the next detection tells of them again.
            let isSeen =
                try next.hiddenFrames == 0
                && plane.follow(from: state.pyramid, to: pyramid, box: state.box, movedTo: next.box)
            self.plane = isSeen ? plane : nil
            if isSeen {
                return TrackerEstimate(
                    box: plane.corners.bounds, confidence: next.confidence, corners: plane.corners)
            }
        }
        return TrackerEstimate(box: next.box, confidence: next.confidence)
    }
}

// MARK: - In sight

extension FlowTracker {
    private struct State {
        /// The last frame seen.
        var pyramid: FlowPyramid
        /// The object in it, or where it is expected.
        var box: Box
        var confidence = 1.0
        /// The share of the key frame's points that were in sight.
        var keyShare = 1.0
        var appearance: AppearanceModel
        /// Pixels a frame.
        var velocity = Point(x: 0, y: 0)
        /// Frames since the object was last in sight.
        var hiddenFrames = 0
    }

    /// Looks for the key frame's points first: where most of them are found they say all there is to say, without drift and at a
    /// third of the cost. Where not, the object is followed from the frame before.
    private func follow(_ state: State, into pyramid: FlowPyramid) throws -> State? {
        let expected = state.box.offset(x: state.velocity.x / 2, y: state.velocity.y / 2)
        if state.keyShare >= configuration.keyAlone, expected.isWorthFollowing(in: pyramid.frameSize) {
            let judgement = try state.appearance.judge(expected, in: pyramid, parameters: configuration.keyParameters)
            if judgement.keyShare >= configuration.keyAlone, judgement.keyShare >= 0.75 * state.keyShare,
                let keyed = judgement.keyedBox,
                keyed.isWorthFollowing(in: pyramid.frameSize)
            {
                var next = state
                next.pyramid = pyramid
                next.box = keyed
                next.confidence = judgement.confidence
                next.keyShare = judgement.keyShare
                next.velocity = Point(
                    x: (state.velocity.x + keyed.center.x - state.box.center.x) / 2,
                    y: (state.velocity.y + keyed.center.y - state.box.center.y) / 2)
                next.appearance.learn(judgement)
                return next
            }
        }
        return try followStepwise(state, into: pyramid)
    }

    private func followStepwise(_ state: State, into pyramid: FlowPyramid) throws -> State? {
        let stepParameters = configuration.stepParameters
        let flow = try state.pyramid.follow(
            try state.pyramid.points(in: state.box, parameters: stepParameters), of: state.box, into: pyramid,
            guess: state.box, parameters: stepParameters)
        let moved = state.box.moved(by: flow)
        guard moved.isWorthFollowing(in: pyramid.frameSize) else { return nil }
        let parameters = configuration.keyParameters
        var box = moved
        var judgement = try state.appearance.judge(moved, in: pyramid, parameters: parameters)
        // A sudden loss of key points may mean that most of the others have gone along with what covers the object.
        if judgement.keyShare < 0.75 * state.keyShare {
            let expected = state.box.offset(x: state.velocity.x, y: state.velocity.y)
            let other = try state.appearance.judge(expected, in: pyramid, parameters: parameters)
            if let keyed = other.keyedBox, other.keyShare >= judgement.keyShare + 0.1 {
                box = keyed
                judgement = other
            }
        }
        guard judgement.confidence >= configuration.hiddenBelow else { return try lookAgain(state, in: pyramid) }
        if let keyed = judgement.keyedBox, judgement.keyShare >= 0.4 {
            // The more of the key frame's points are in sight, the more their word counts.
            let trust = min(1, (judgement.keyShare - 0.2) / 0.6)
            box = box.interpolated(to: keyed, share: configuration.keyGain * trust)
        }

        var next = state
        next.pyramid = pyramid
        next.box = box
        next.confidence = judgement.confidence
        next.keyShare = judgement.keyShare
        if judgement.keyShare >= 0.3 {
            next.velocity = Point(
                x: (state.velocity.x + box.center.x - state.box.center.x) / 2,
                y: (state.velocity.y + box.center.y - state.box.center.y) / 2)
        }
        next.appearance.learn(judgement)
        // The object has turned away from the key frame, and nothing else is amiss: what covers it would scatter the points.
        if judgement.keyShare < 0.35, flow.agreeingShare >= 0.8, judgement.likeness > 0.6 {
            try next.appearance.takeKey(pyramid, box: box, parameters: parameters)
            next.keyShare = 1
        }
        return next
    }
}

// MARK: - Out of sight

extension FlowTracker {
    /// Moves the box on as the object was moving, ever slower, and looks for the object around there.
    private func lookAgain(_ state: State, in pyramid: FlowPyramid) throws -> State? {
        var next = state
        next.pyramid = pyramid
        next.box = state.box.offset(x: state.velocity.x, y: state.velocity.y)
        next.velocity = Point(x: state.velocity.x * 0.9, y: state.velocity.y * 0.9)
        next.hiddenFrames += 1
        guard next.hiddenFrames <= configuration.maximumHiddenFrames,
            next.box.isWorthFollowing(in: pyramid.frameSize)
        else { return nil }

        let parameters = configuration.keyParameters
        let expected = try state.appearance.judge(next.box, in: pyramid, parameters: parameters)
        next.confidence = min(expected.confidence, configuration.hiddenBelow * 0.99)
        guard let keyed = expected.keyedBox, keyed.isWorthFollowing(in: pyramid.frameSize) else { return next }
        let found = try state.appearance.judge(keyed, in: pyramid, parameters: parameters)
        if found.confidence >= configuration.foundFrom {
            next.box = found.keyedBox ?? keyed
            next.confidence = found.confidence
            next.keyShare = found.keyShare
            next.hiddenFrames = 0
        }
        return next
    }
}

extension Box {
    /// Whether enough of the box is inside the picture, and it is large enough, for its pixels to mean anything.
    fileprivate func isWorthFollowing(in size: PixelSize) -> Bool {
        isUsable && min(width, height) >= 4 && coveredShare(by: size.bounds) >= 0.3
    }
}
