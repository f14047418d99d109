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

    /// Standard deviations from what is expected beyond which a measurement shows that the trackers' motion since the one before
    /// was worse than thought: they held on to something else.
    var surprising = 2.5

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
        /// How many times the usual noise it has.
        var measurementNoise = 1.0
        /// Where it is thought to be; used for the first frame only.
        var box: Box
    }

    /// The smoothed boxes of consecutive frames, and the filter's state after each, for going on later from any of them.
    func smooth(_ steps: [Step], after state: State?) -> (boxes: [Box], states: [State]) {
        var filtered: [State] = []
        var predicted: [State] = []
        filtered.reserveCapacity(steps.count)
        predicted.reserveCapacity(steps.count)
        var noises: [SIMD4<Double>] = []
        noises.reserveCapacity(steps.count)
        var current = state
        /// The step after the latest measurement.
        var unmeasured = 0
        for (index, step) in steps.enumerated() {
            let (prior, noise) = predict(current, step)
            predicted.append(prior)
            noises.append(noise)
            filtered.append(prior)
            if let measurement = step.measurement {
                let (mean, measured) = measured(measurement, noise: step.measurementNoise)
                let surprise = mean - prior.mean
                let excess = (surprise * surprise / (surprising * surprising) - prior.variance - measured)
                    .replacing(
                        with: 0, where: surprise * surprise .<= surprising * surprising * (prior.variance + measured))
                if excess.max() > 0 {
                    doubt(excess, from: unmeasured, noises, &predicted, &filtered)
                }
                let gain = predicted[index].variance / (predicted[index].variance + measured)
                filtered[index] = State(
                    mean: prior.mean + gain * surprise,
                    variance: (SIMD4(repeating: 1) - gain) * predicted[index].variance)
                unmeasured = index + 1
            }
            current = filtered[index]
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

    /// Adds variance to the steps since the latest measurement, to each as much as its own noise is of theirs.
    private func doubt(
        _ excess: SIMD4<Double>, from first: Int, _ noises: [SIMD4<Double>], _ predicted: inout [State],
        _ filtered: inout [State]
    ) {
        let all = noises[first...].reduce(SIMD4<Double>.zero, +)
        guard all.min() > 0 else {
            predicted[predicted.count - 1].variance += excess
            return
        }
        var sum = SIMD4<Double>.zero
        for index in first..<noises.count {
            sum += noises[index]
            predicted[index].variance += excess * sum / all
            filtered[index].variance = predicted[index].variance
        }
    }

    /// The state expected in a step, and the variance of the noise that it adds.
    private func predict(_ state: State?, _ step: Step) -> (State, noise: SIMD4<Double>) {
        guard let state else {
            let side = (step.box.width * step.box.height).squareRoot()
            let center = side * side * 0.25
            return (State(mean: Self.vector(step.box), variance: SIMD4(center, center, 0.25, 0.25)), .zero)
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
        let noise = SIMD4(
            lowHalf: SIMD2(repeating: drift[0] * drift[0]), highHalf: SIMD2(repeating: drift[1] * drift[1]))
        return (State(mean: mean, variance: state.variance + noise), noise)
    }

    /// A measurement and its variance.
    private func measured(_ box: Box, noise factor: Double) -> (mean: SIMD4<Double>, variance: SIMD4<Double>) {
        let side = (box.width * box.height).squareRoot()
        let center = centerNoise * side * factor
        let size = sizeNoise * factor
        return (Self.vector(box), SIMD4(center * center, center * center, size * size, size * size))
    }

    private static func vector(_ box: Box) -> SIMD4<Double> {
        SIMD4(box.center.x, box.center.y, log(box.width), log(box.height))
    }

    private static func box(_ vector: SIMD4<Double>) -> Box {
        Box(center: Point(x: vector[0], y: vector[1]), width: exp(vector[2]), height: exp(vector[3]))
    }
}
