import COpenCV
import Foundation
import TrackModel

/// The four corners of a flat thing, moved as the points inside of them move: with its turns and tilts.
///
/// Points chosen when the corners were seen are followed from frame to frame (Lucas-Kanade, forward and backward), and where the
/// corners are now is told by the homography from then to now that most points agree with (RANSAC), so that only the errors of
/// single points add up, and no fit builds on another.
struct PlaneFollower {
    /// Pixels of the frame.
    private(set) var corners: Quadrilateral
    private var keyCorners: Quadrilateral
    /// The same points in the key frame and now, in pixels of the pyramid's finest level.
    private var keyPoints: [tcv_point]
    private var points: [tcv_point]
    private var keyCount: Int

    /// Fewer points in agreement than this tell too little of a plane.
    private static let leastPoints = 10
    /// The share of the points that are left which must agree on one motion.
    private static let leastAgreement = 0.5
    /// Below this share of the points it began with, new ones are chosen.
    private static let leastShareLeft = 0.6
    /// Pixels of the pyramid between a point and where the fit puts it.
    private static let tolerance = 1.0
    /// Pixels of the pyramid between two points.
    private static let leastDistance: Float = 2
    /// Points a side: enough for a fit on a sheet of which half is blank.
    private static let pointsPerSide: Int32 = 14

    /// Nil when there is too little inside to hold on to.
    init?(_ corners: Quadrilateral, in pyramid: FlowPyramid) throws {
        let chosen = try Self.points(of: corners, in: pyramid)
        guard chosen.count >= Self.leastPoints else { return nil }
        self.corners = corners
        keyCorners = corners
        keyPoints = chosen
        points = chosen
        keyCount = chosen.count
    }

    /// Moves on to the next frame. The search begins where the box went. False when too few points tell the same.
    mutating func follow(
        from previous: FlowPyramid, to next: FlowPyramid, box: Box, movedTo moved: Box
    ) throws -> Bool {
        let guesses = points.map { point in
            tcv_point(
                x: Float(
                    next.scale * moved.left + (Double(point.x) - next.scale * box.left) * moved.width / box.width),
                y: Float(
                    next.scale * moved.top + (Double(point.y) - next.scale * box.top) * moved.height / box.height))
        }
        let found = try previous.follow(points, into: next, guesses: guesses)
        let kept = found.indices.filter { found[$0] != nil }
        keyPoints = kept.map { keyPoints[$0] }
        points = kept.compactMap { found[$0] }
        guard let plane = try PlaneMotion(from: keyPoints, to: points, tolerance: Self.tolerance),
            plane.agreeing >= Self.leastPoints,
            Double(plane.agreeing) >= Self.leastAgreement * Double(points.count),
            let now = plane.moved(keyCorners, scale: next.scale)
        else { return false }
        corners = now
        if Double(plane.agreeing) < Self.leastShareLeft * Double(keyCount) {
            guard let anew = try PlaneFollower(now, in: next) else { return false }
            self = anew
        }
        return true
    }

    /// Of a grid over the corners' bounds the points that lie inside, those on the outline too.
    private static func points(of corners: Quadrilateral, in pyramid: FlowPyramid) throws -> [tcv_point] {
        var parameters = FlowConfiguration.accurate.stepParameters
        parameters.columns = pointsPerSide
        parameters.rows = pointsPerSide
        // Around all of the box, its corners too.
        parameters.ellipse = 1.5
        let bounds = corners.bounds
        guard bounds.isUsable else { return [] }
        let inside = try pyramid.allPoints(in: bounds, parameters: parameters).filter { point in
            corners.contains(
                Point(x: (Double(point.x) + 0.5) / pyramid.scale, y: (Double(point.y) + 0.5) / pyramid.scale))
        }
        // Where cells are small, neighbours choose one place: that is one witness.
        return inside.reduce(into: []) { kept, point in
            if !kept.contains(where: { hypot($0.x - point.x, $0.y - point.y) < leastDistance }) { kept.append(point) }
        }
    }
}

/// How a plane moved between two frames: a homography.
private struct PlaneMotion {
    private var matrix = [Double](repeating: 0, count: 9)
    private(set) var agreeing = 0

    /// Nil for too few points.
    init?(from: [tcv_point], to: [tcv_point], tolerance: Double) throws {
        guard from.count >= 4 else { return nil }
        var count: Int32 = 0
        try bridgeCall("Fitting the motion of \(from.count) points") { error in
            tcv_plane_fit(from, to, Int32(from.count), tolerance, &matrix, &count, error)
        }
        agreeing = Int(count)
    }

    /// Corners in pixels of the frame, of which a pyramid has `scale`. Nil when the plane would be folded or turned over.
    func moved(_ corners: Quadrilateral, scale: Double) -> Quadrilateral? {
        let moved = corners.corners.compactMap { corner -> Point? in
            let x = corner.x * scale - 0.5
            let y = corner.y * scale - 0.5
            let depth = matrix[6] * x + matrix[7] * y + matrix[8]
            guard depth > 1e-6 else { return nil }
            return Point(
                x: ((matrix[0] * x + matrix[1] * y + matrix[2]) / depth + 0.5) / scale,
                y: ((matrix[3] * x + matrix[4] * y + matrix[5]) / depth + 0.5) / scale)
        }
        guard moved.count == 4 else { return nil }
        let result = Quadrilateral(
            topLeft: moved[0], topRight: moved[1], bottomRight: moved[2], bottomLeft: moved[3])
        return result.isConvex ? result : nil
    }
}
