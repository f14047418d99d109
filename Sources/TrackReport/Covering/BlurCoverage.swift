import TrackModel

/// Where a track is covered in a frame, and how that is known.
struct BlurPlace {
    enum Origin: String, Sendable, Hashable {
        case observed
        case interpolated
        case held
    }

    /// Grown, in pixels of the upright picture.
    let box: Box
    let origin: Origin
}

/// Says where one track is covered, frame by frame.
///
/// In frames with an observation: its box, grown. Between two observations: the box between them at that time, and where the gap is longer than the
/// hold, also the two held. Before the first and after the last observation, for the hold's seconds: the box stays, stretched as
/// far as the object may have moved at the speed it had.
struct BlurCoverage {
    let path: TrackPath
    let settings: BlurSettings
    let timeline: TrackTimeline

    /// Seconds over which the speed at the ends of a track is measured.
    private static let speedSpan = 0.2

    /// The places covered in a frame; empty when it lies beyond the hold.
    func places(inFrame frame: Int, at time: Double) -> [BlurPlace] {
        let samples = path.samples
        let before = path.place(atOrBefore: frame)
        if let before, samples[before].frame == frame {
            return [BlurPlace(box: grown(samples[before].box), origin: .observed)]
        }
        let after = before.map { $0 + 1 } ?? 0
        guard let before, after < samples.count else {
            if let before { return held(before, frame, time) }
            return samples.isEmpty ? [] : held(0, frame, time)
        }
        let (one, other) = (samples[before], samples[after])
        let span = timeline.seconds(from: one, to: other)
        let passed = timeline.seconds(from: one, toFrame: frame, at: time)
        let share =
            span > 0
            ? min(1, max(0, passed / span)) : Double(frame - one.frame) / Double(max(1, other.frame - one.frame))
        let between = one.box.interpolated(to: other.box, share: share)
        var places = [BlurPlace(box: grown(between), origin: .interpolated)]
        if span > settings.holdSeconds {
            places += held(before, frame, time) + held(after, frame, time)
        }
        return places.map { BlurPlace(box: $0.box, origin: .interpolated) }
    }

    /// The place of a sample at the end of a stretch, held; nothing beyond the hold's seconds.
    private func held(_ place: Int, _ frame: Int, _ time: Double) -> [BlurPlace] {
        let sample = path.samples[place]
        let seconds = timeline.seconds(from: sample, toFrame: frame, at: time)
        // A tick of tolerance: times in files are rounded.
        guard abs(seconds) <= settings.holdSeconds + 1e-5 else { return [] }
        let speed = speed(at: place, forward: seconds > 0)
        // Where it may be now: it moves on at its speed, for a moment; people stop and turn.
        let lead = min(abs(seconds), Self.speedSpan)
        let moved = sample.box.offset(x: speed.x * lead, y: speed.y * lead)
        return [BlurPlace(box: grown(sample.box).union(grown(moved)), origin: .held)]
    }

    /// Pixels a second in which the object leaves the sample, forward or backward in time.
    private func speed(at place: Int, forward: Bool) -> Point {
        let samples = path.samples
        let step = forward ? -1 : 1
        var other = place
        while samples.indices.contains(other + step),
            abs(timeline.seconds(from: samples[place], to: samples[other + step])) <= Self.speedSpan
        {
            other += step
        }
        let seconds = abs(timeline.seconds(from: samples[place], to: samples[other]))
        guard seconds > 0 else { return Point(x: 0, y: 0) }
        let (from, to) = (samples[other].box.center, samples[place].box.center)
        return Point(x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds)
    }

    private func grown(_ box: Box) -> Box {
        // A box without an area still marks a place.
        Box(
            center: box.center, width: max(2, box.width * settings.grow), height: max(2, box.height * settings.grow))
    }
}

extension Box {
    /// The smallest box around both.
    func union(_ other: Box) -> Box {
        let (newLeft, newTop) = (min(left, other.left), min(top, other.top))
        return Box(
            left: newLeft, top: newTop, width: max(right, other.right) - newLeft,
            height: max(bottom, other.bottom) - newTop)
    }
}
