public import TrackModel
public import VideoIO

/// Covers the chosen tracks on the pictures of their video, and keeps the account of it.
public struct TrackCover {
    /// What was covered so far; complete after `finish`.
    public private(set) var audit: BlurAudit

    private let coverages: [BlurCoverage]
    private let settings: BlurSettings
    private let size: PixelSize
    private var risks: [RiskWatch]
    private var firstFrame: Int?
    private var previousFrame: Int?

    /// - Parameters:
    ///   - facts: the video's.
    ///   - producer: the program's name and version, for the audit.
    ///
    /// Throws `TrackletError` (`usage`) when a part of the selection matches no track.
    public init(
        _ timeline: TrackTimeline, settings: BlurSettings, facts: SourceFacts, producer: String
    ) throws {
        try settings.selection.check(against: timeline)
        self.settings = settings
        size = facts.size
        let covered = timeline.paths.filter { settings.selection.contains($0) }
        coverages = covered.map { BlurCoverage(path: $0, settings: settings, timeline: timeline) }
        risks = covered.map { RiskWatch(path: $0, timeline: timeline) }
        audit = BlurAudit(
            facts, settings: settings, covered: covered,
            visible: timeline.paths.filter { !settings.selection.contains($0) }, producer: producer)
    }

    /// Whether the track is one of those covered.
    public func covers(_ path: TrackPath) -> Bool { settings.selection.contains(path) }

    /// Whether nothing at all is covered.
    public var isIdle: Bool { coverages.isEmpty }

    /// Covers what is to be covered in the picture. Pictures come in ascending order of their frames.
    public mutating func cover(_ picture: VideoPicture) throws {
        let canvas = PictureCanvas(picture)
        let frame = picture.index
        var isCovered = false
        if firstFrame == nil { firstFrame = frame }
        previousFrame = frame
        for (place, coverage) in coverages.enumerated() {
            let covered = coverage.places(inFrame: frame, at: picture.time)
            let risks = risks[place].risks(ofFrame: frame, firstFrame: firstFrame ?? frame, size: size)
            for risk in risks { audit.tracks[place].atRisk[risk.rawValue, default: FrameSpans()].add(frame) }
            if !risks.isEmpty { audit.tracks[place].framesAtRisk += 1 }
            guard let origin = covered.first?.origin else { continue }
            for spot in covered {
                try cover(spot.box, of: coverage.path, on: canvas)
            }
            isCovered = true
            audit.tracks[place].count(frame, as: origin)
        }
        audit.countFrame(isCovered: isCovered)
    }

    /// A box far larger than the picture is cut to a size that can be drawn, and has no roundness in it.
    private func cover(_ box: Box, of path: TrackPath, on canvas: PictureCanvas) throws {
        let reach = Box(
            left: -Double(size.width), top: -Double(size.height), width: 3 * Double(size.width),
            height: 3 * Double(size.height))
        let fits = box.width <= reach.width && box.height <= reach.height
        guard let part = box.clipped(to: reach) else { return }
        try canvas.cover(fits ? box : part, style: settings.style, isEllipse: fits && BlurSettings.isEllipse(path))
    }

    /// Closes the account once the last picture is covered.
    public mutating func finish() {
        guard let last = previousFrame else { return }
        for place in coverages.indices {
            guard let frame = risks[place].frameOfEndInView(lastFrame: last, size: size) else { continue }
            let risk = BlurAudit.Risk.endsInView.rawValue
            let isCounted = audit.tracks[place].atRisk.values.contains { spans in
                spans.spans.contains { $0.contains(frame) }
            }
            if !isCounted { audit.tracks[place].framesAtRisk += 1 }
            audit.tracks[place].atRisk[risk, default: FrameSpans()].add(frame)
        }
    }
}

extension BlurAudit.TrackEntry {
    fileprivate mutating func count(_ frame: Int, as origin: BlurPlace.Origin) {
        framesCovered += 1
        switch origin {
        case .observed: observed.add(frame)
        case .interpolated:
            interpolated.add(frame)
            framesFilledIn += 1
        case .held:
            held.add(frame)
            framesFilledIn += 1
        }
    }
}

/// Says which frames of one track are worth a look; `BlurAudit.Risk` says why.
private struct RiskWatch {
    let path: TrackPath
    let timeline: TrackTimeline

    func risks(ofFrame frame: Int, firstFrame: Int, size: PixelSize) -> [BlurAudit.Risk] {
        guard let place = path.place(atOrBefore: frame) else { return [] }
        let sample = path.samples[place]
        var risks: [BlurAudit.Risk] = []
        guard sample.frame == frame else {
            guard place + 1 < path.samples.count else { return [] }
            let gap = timeline.seconds(from: sample, to: path.samples[place + 1])
            return gap > BlurAudit.longGapSeconds ? [.longGap] : []
        }
        if sample.confidence < BlurAudit.lowConfidence { risks.append(.lowConfidence) }
        if place > 0, path.samples[place - 1].frame == frame - 1, Self.isFast(path.samples[place - 1].box, sample.box) {
            risks.append(.fastMotion)
        }
        if place == 0, frame > firstFrame, isInside(sample.box, size) { risks.append(.beginsInView) }
        return risks
    }

    func frameOfEndInView(lastFrame: Int, size: PixelSize) -> Int? {
        guard let last = path.samples.last, last.frame < lastFrame, isInside(last.box, size) else { return nil }
        return last.frame
    }

    private static func isFast(_ before: Box, _ now: Box) -> Bool {
        let (one, other) = (before.center, now.center)
        let moved = ((other.x - one.x) * (other.x - one.x) + (other.y - one.y) * (other.y - one.y)).squareRoot()
        func grew(_ from: Double, _ to: Double) -> Bool {
            max(from, to) > (1 + BlurAudit.fastMove) * max(1e-9, min(from, to))
        }
        return moved > BlurAudit.fastMove * min(before.width, before.height) || grew(before.width, now.width)
            || grew(before.height, now.height)
    }

    /// Whether a box keeps away from the picture's edges by a tenth of its size.
    private func isInside(_ box: Box, _ size: PixelSize) -> Bool {
        let (x, y) = (box.width / 10, box.height / 10)
        return box.left > x && box.top > y && box.right < Double(size.width) - x
            && box.bottom < Double(size.height) - y
    }
}
