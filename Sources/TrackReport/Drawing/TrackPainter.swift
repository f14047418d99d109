import Foundation
import TrackModel
public import VideoIO

/// Draws tracks on the pictures of their video: a box with id, label and confidence, the landmarks of a face, and the fading path of
/// the box's centre.
///
/// A box that a detector saw (or the user pointed at) in this frame is solid, one that was followed into it, forward or backward, is dashed, one that was
/// filled in between two others is dotted. Every line has a dark rim, so that it is seen on dark and on light.
public struct TrackPainter {
    private let timeline: TrackTimeline
    /// Paths by their first frame, and how many of them have begun.
    private var waiting: [Int]
    private var live: [Int] = []

    /// Seconds for which the path of a centre is seen.
    static let trailDuration = 1.5

    public init(_ timeline: TrackTimeline) {
        self.timeline = timeline
        waiting = timeline.paths.indices.sorted {
            (timeline.paths[$0].firstFrame, $0) > (timeline.paths[$1].firstFrame, $1)
        }
    }

    /// Draws what holds of the picture's frame. Pictures come in ascending order of their frames.
    public mutating func paint(_ picture: VideoPicture) throws {
        let frame = picture.index
        while let next = waiting.last, timeline.paths[next].firstFrame <= frame {
            live.append(next)
            waiting.removeLast()
        }
        // A trail ends with its track: after a cut it would lie over another scene.
        live = live.filter { place in (timeline.paths[place].samples.last?.frame ?? -1) >= frame }
        live.sort()
        let canvas = PictureCanvas(picture)
        let pen = Pen(height: picture.size.height)
        let paths = live.map { timeline.paths[$0] }
        for path in paths { try drawTrail(of: path, on: canvas, picture, pen) }
        let shown = paths.compactMap { path in path.sample(of: frame).map { (path, $0) } }
        for (path, sample) in shown { try drawBox(sample, of: path, on: canvas, pen) }
        for (path, sample) in shown { try drawLabel(sample, of: path, on: canvas, pen) }
    }

    /// Widths for the height of a picture.
    struct Pen {
        let line: Int
        let rim: Int
        let letters: Double

        init(height: Int) {
            line = max(1, Int((Double(height) / 270).rounded()))
            rim = max(1, line / 2)
            letters = max(7, Double(height) / 45)
        }
    }
}

// MARK: - Parts

extension TrackPainter {
    /// How long before the picture a sample was, in seconds.
    private func trailAge(of sample: TrackPath.Sample, in picture: VideoPicture) -> Double {
        timeline.seconds(from: sample, toFrame: picture.index, at: picture.time)
    }

    /// Pieces of a few points each, so that the line fades along its way and no piece is laid over itself.
    private func drawTrail(of path: TrackPath, on canvas: PictureCanvas, _ picture: VideoPicture, _ pen: Pen) throws {
        let points = trail(of: path, in: picture, step: 3 * Double(pen.line))
        let piece = 4
        for begin in stride(from: 0, to: points.count - 1, by: piece) {
            let part = points[begin...min(begin + piece, points.count - 1)]
            guard part.count > 1, let age = part.last?.age else { continue }
            let opacity = 0.9 * (1 - age / Self.trailDuration)
            let places = part.map(\.center)
            try canvas.lines(places, thickness: pen.line + 2 * pen.rim, color: .black, opacity: opacity / 2)
            try canvas.lines(places, thickness: pen.line, color: .of(track: path.track), opacity: opacity)
        }
    }

    /// Where the centre was, the newest first. Points nearer to the one before than `step` are left out: what stands still has no trail.
    private func trail(
        of path: TrackPath, in picture: VideoPicture, step: Double
    ) -> [(center: Point, age: Double)] {
        var points: [(center: Point, age: Double)] = []
        guard var place = path.place(atOrBefore: picture.index) else { return [] }
        while place >= 0 {
            let sample = path.samples[place]
            let age = trailAge(of: sample, in: picture)
            guard age < Self.trailDuration else { break }
            let center = sample.box.center
            if let last = points.last?.center {
                let (x, y) = (center.x - last.x, center.y - last.y)
                if x * x + y * y >= step * step { points.append((center, age)) }
            } else {
                points.append((center, age))
            }
            place -= 1
        }
        return points
    }

    private func drawBox(
        _ sample: TrackPath.Sample, of path: TrackPath, on canvas: PictureCanvas, _ pen: Pen
    ) throws {
        let box = sample.box
        // A line as wide as an odd number of pixels is sharp when it runs through their middles.
        let middle = pen.line % 2 == 0 ? 0 : 0.5
        func sharp(_ value: Double) -> Double { value.rounded() + middle }
        let (left, top, right, bottom) = (sharp(box.left), sharp(box.top), sharp(box.right), sharp(box.bottom))
        let outline =
            path.corners[sample.frame]?.corners ?? [
                Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
                Point(x: left, y: bottom),
            ]
        let unit = Double(pen.line)
        let dashes: PictureCanvas.Dashes? =
            switch sample.source {
            case .detected, .seeded: nil
            case .tracked, .backfilled: .init(length: 5 * unit, gap: 4 * unit)
            case .interpolated: .init(length: unit, gap: 3 * unit)
            }
        try canvas.lines(
            outline, closed: true, thickness: pen.line + 2 * pen.rim, color: .black,
            opacity: dashes == nil ? 0.6 : 0.35)
        try canvas.lines(
            outline, closed: true, thickness: pen.line, dashes: dashes, color: .of(track: path.track))
        try drawLandmarks(path.landmarks[sample.frame]?.points ?? [], of: path, on: canvas, pen)
    }

    /// A square dot on each point.
    private func drawLandmarks(_ points: [Point], of path: TrackPath, on canvas: PictureCanvas, _ pen: Pen) throws {
        for point in points {
            func dot(_ side: Int) -> Box { Box(center: point, width: Double(side), height: Double(side)) }
            try canvas.fill(dot(pen.line + 1 + 2 * pen.rim), color: .black, opacity: 0.6)
            try canvas.fill(dot(pen.line + 1), color: .of(track: path.track), opacity: 1)
        }
    }

    private func drawLabel(
        _ sample: TrackPath.Sample, of path: TrackPath, on canvas: PictureCanvas, _ pen: Pen
    ) throws {
        let text = "\(path.track) \(path.label) " + String(format: "%.2f", sample.confidence)
        let (width, descent) = try PictureCanvas.measure(text, height: pen.letters)
        let margin = (pen.letters / 3).rounded()
        let height = pen.letters + descent + 2 * margin
        let (box, size) = (sample.box, canvas.size)
        // Above the box, or where there is no room below its upper edge; never beyond the picture's sides.
        let edge = Double(pen.line)
        var top = box.top - height - edge
        if top < 0 { top = min(max(0, box.top + edge), Double(size.height) - height) }
        let left = min(max(0, box.left - edge), max(0, Double(size.width) - width - 2 * margin))
        let color = TrackColor.of(track: path.track)
        let plate = Box(left: left, top: top, width: width + 2 * margin, height: height)
        try canvas.fill(plate, color: color, opacity: 0.9)
        try canvas.text(
            text, at: Point(x: left + margin, y: top + margin + pen.letters), height: pen.letters,
            color: color.readable)
    }
}
