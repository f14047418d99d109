internal import TrackModel

/// A search of one frame that is run beside the tracking, since it takes longer than a frame lasts. `LiveTracking` asks for it and
/// takes what it found.
public struct LiveSearch: Sendable {
    enum Purpose: Sendable {
        /// A round of detection.
        case round(DetectionEffort)
        /// What the user pointed at: the object at this place, or, where none is found, what is in the seed's box.
        case seed(TrackSeed, at: Point)
    }

    let frame: Frame
    let purpose: Purpose
    let detectors: [any Detector]
    /// Searches of an earlier shot mean nothing in a later one.
    let shot: Int

    /// What was found.
    public struct Found: Sendable {
        let frame: Int
        let purpose: Purpose
        let detections: [Detection]
        let shot: Int
    }

    /// Searches, on the caller's thread. Throws `TrackletError` when a detector cannot run.
    public func run() throws -> Found {
        let detections: [Detection]
        switch purpose {
        case .round(let effort):
            detections = try detectors.flatMap { try $0.detect(in: frame, effort: effort) }
        case .seed(_, let point):
            detections = try nearest(to: point).map { [$0] } ?? []
        }
        return Found(frame: frame.index, purpose: purpose, detections: detections, shot: shot)
    }

    /// The part of the picture, of its shorter side, that is searched around a point.
    private static let surroundings = 0.7

    /// The found object that holds the point and has its centre nearest to it.
    private func nearest(to point: Point) throws -> Detection? {
        let side = Self.surroundings * Double(min(frame.size.width, frame.size.height))
        let around = Box(center: point, width: side, height: side)
        guard let part = around.clipped(to: frame.size.bounds),
            let (luma, left, top) = frame.luma.part(part)
        else { return nil }
        let view = Frame(index: frame.index, time: frame.time, luma: luma)
        let found = try detectors.flatMap { try $0.detect(in: view, effort: .thorough) }
            .map { $0.carried(to: $0.box.offset(x: left, y: top)) }
        func distance(_ box: Box) -> Double {
            let (x, y) = (box.center.x - point.x, box.center.y - point.y)
            return x * x + y * y
        }
        // A tap beside an ear means the face all the same.
        return found.filter { $0.box.scaled(width: 1.4, height: 1.4).contains(point) }
            .min { distance($0.box) < distance($1.box) }
    }
}
