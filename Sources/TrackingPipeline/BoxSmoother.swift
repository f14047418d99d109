internal import Foundation
internal import TrackModel

/// Weighs what the trackers say of a box's motion against what the detector says of its place, over a window of frames.
///
/// A Kalman filter and Rauch–Tung–Striebel smoother ("Maximum likelihood estimates of linear dynamic systems", AIAA
/// Journal 3, 1965) for each of centre x, centre y, log width and log height on its own: the state moves by the trackers'
/// motion plus noise, and is measured by detections. Trackers are exact from frame to frame and drift; detectors jitter and do
/// not drift; together they do neither.
struct BoxSmoother: Sendable {
    /// Standard deviation of the detector's centre, in mean sides of the box.
    var centerNoise = 0.05
    /// Standard deviation of the logarithm of the detector's sides.
    var sizeNoise = 0.10
    /// Standard deviation a frame of the trackers' drift, in mean sides of the box.
    var centerDrift = 0.006
    /// Standard deviation a frame of the drift of the logarithm of the sides.
    var sizeDrift = 0.008
    /// How many times the drift is when the tracker's confidence is nothing; in between it grows with the square of what is
    /// missing to 1.
    var doubtfulDrift = 12.0
    /// The same for frames no tracker saw.
    var blindDrift = 0.08

    /// What the filter knows after a frame: the four means and variances.
    struct State: Sendable {
        var mean: SIMD4<Double>
        var variance: SIMD4<Double>
    }

    /// One frame's input.
    struct Step {
        var motion: Motion?
        /// The confidence, 0...1, of the tracker that saw the motion.
        var confidence = 1.0
        var measurement: Box?
        /// Where it is thought to be; used for the first frame only.
        var box: Box
    }

    /// The smoothed boxes of consecutive frames, and the filter's state after each, for going on later from any of them.
    func smooth(_ steps: [Step], after state: State?) -> (boxes: [Box], states: [State]) {
        var filtered: [State] = []
        var predicted: [State] = []
        filtered.reserveCapacity(steps.count)
        predicted.reserveCapacity(steps.count)
        var current = state
        for step in steps {
            let prior = predict(current, step)
            predicted.append(prior)
            let posterior = step.measurement.map { update(prior, with: $0) } ?? prior
            filtered.append(posterior)
            current = posterior
        }
        var smoothed = filtered.last?.mean ?? .zero
        var boxes = [Box](repeating: Box(left: 0, top: 0, width: 0, height: 0), count: steps.count)
        for index in steps.indices.reversed() {
            if index < steps.count - 1 {
                let gain = filtered[index].variance / predicted[index + 1].variance
                smoothed = filtered[index].mean + gain * (smoothed - predicted[index + 1].mean)
            }
            boxes[index] = Self.box(smoothed)
        }
        return (boxes, filtered)
    }

    private func predict(_ state: State?, _ step: Step) -> State {
        guard let state else {
            let side = (step.box.width * step.box.height).squareRoot()
            let center = side * side * 0.25
            return State(mean: Self.vector(step.box), variance: SIMD4(center, center, 0.25, 0.25))
        }
        let side = exp((state.mean[2] + state.mean[3]) / 2)
        var mean = state.mean
        let drift: SIMD2<Double>
        if let motion = step.motion {
            mean += SIMD4(motion.x, motion.y, motion.logWidth, motion.logHeight)
            let doubt = (1 - step.confidence) * (1 - step.confidence)
            drift = SIMD2(centerDrift * side, sizeDrift) * (1 + (doubtfulDrift - 1) * doubt)
        } else {
            drift = SIMD2(blindDrift * side, blindDrift)
        }
        let noise = drift * drift
        return State(mean: mean, variance: state.variance + SIMD4(noise[0], noise[0], noise[1], noise[1]))
    }

    private func update(_ prior: State, with measurement: Box) -> State {
        let side = (measurement.width * measurement.height).squareRoot()
        let center = centerNoise * side * centerNoise * side
        let size = sizeNoise * sizeNoise
        let noise = SIMD4(center, center, size, size)
        let gain = prior.variance / (prior.variance + noise)
        return State(
            mean: prior.mean + gain * (Self.vector(measurement) - prior.mean),
            variance: (SIMD4(repeating: 1) - gain) * prior.variance)
    }

    private static func vector(_ box: Box) -> SIMD4<Double> {
        SIMD4(box.center.x, box.center.y, log(box.width), log(box.height))
    }

    private static func box(_ vector: SIMD4<Double>) -> Box {
        Box(center: Point(x: vector[0], y: vector[1]), width: exp(vector[2]), height: exp(vector[3]))
    }
}
