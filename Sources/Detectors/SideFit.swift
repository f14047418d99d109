internal import Foundation
internal import TrackModel

/// Lays a side of a quadrilateral onto the edge in the picture, to a fraction of a pixel.
///
/// At places along the side the steepest change of brightness across it is sought, averaged a little along the side against
/// noise and located between pixels by its centre of gravity; a line is fitted through the places that agree (total least
/// squares, trimmed). A thin line has two edges, one that darkens and one that brightens, so edges of one kind and of either
/// kind are tried, and the kind that most places agree on is taken, the outer edge where both are as good.
struct SideFit: Sendable {
    /// A point of the line; whole numbers are pixel centres.
    let point: Point
    /// Along the line, of length 1.
    let direction: Point
    /// The share of the places where an edge was found on the line, 0...1.
    let support: Double

    private static let places = 30
    /// The ends are left out: there the other sides' edges disturb, and corners are often round.
    private static let margin = 0.08

    /// The quadrilateral lies to the right of the way from `start` to `end`.
    ///
    /// - Parameters:
    ///   - radius: how far across the side the edge may lie, in pixels.
    ///   - tolerance: how far a place may lie from the fitted line and still support it, in pixels.
    /// - Returns: nil when no line can be laid.
    init?(from start: Point, to end: Point, in picture: PixelReader, radius: Double, tolerance: Double) {
        let length = hypot(end.x - start.x, end.y - start.y)
        guard length >= 4 else { return nil }
        let along = Point(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
        let across = Point(x: -along.y, y: along.x)
        let profiles = (0..<Self.places).map { place in
            let share = Self.margin + (1 - 2 * Self.margin) * Double(place) / Double(Self.places - 1)
            let middle = Point(x: start.x + along.x * length * share, y: start.y + along.y * length * share)
            return EdgeProfile(at: middle, along: along, across: across, in: picture, radius: radius)
        }
        let fits = [EdgeProfile.Kind.either, .brightening, .darkening].compactMap { kind -> Fit? in
            let found = profiles.compactMap { $0.edge(of: kind) }
            guard let line = Line.trimmed(through: found, tolerance: tolerance) else { return nil }
            let offset = (line.point.x - start.x) * across.x + (line.point.y - start.y) * across.y
            let support = Double(found.count { line.distance(to: $0) <= tolerance }) / Double(Self.places)
            return Fit(line: line, support: support, offset: offset)
        }
        let highest = fits.map(\.support).reduce(0, max)
        // `across` points inward: of edges that are as good the outer one counts.
        guard let best = fits.filter({ $0.support >= 0.95 * highest }).min(by: { $0.offset < $1.offset }) else {
            return nil
        }
        point = best.line.point
        direction = best.line.direction
        support = best.support
    }

    /// Where two sides meet, or nil when they are nearly parallel.
    func intersection(with other: SideFit) -> Point? {
        let cross = direction.x * other.direction.y - direction.y * other.direction.x
        guard abs(cross) > 0.05 else { return nil }
        let offset = Point(x: other.point.x - point.x, y: other.point.y - point.y)
        let distance = (offset.x * other.direction.y - offset.y * other.direction.x) / cross
        return Point(x: point.x + distance * direction.x, y: point.y + distance * direction.y)
    }
}

private struct Fit {
    let line: Line
    let support: Double
    /// How far inside the side as it was given, in pixels.
    let offset: Double
}

/// How the brightness changes across a side at one place.
private struct EdgeProfile {
    enum Kind { case either, brightening, darkening }

    /// How much the brightness must change, in gray levels per pixel.
    private static let minimumSlope = 2.5

    private let middle: Point
    private let across: Point
    /// The change of brightness per pixel, signed, at whole steps across the side from `-reach` to `reach`.
    private let slopes: [Double]
    private let reach: Int

    init(at middle: Point, along: Point, across: Point, in picture: PixelReader, radius: Double) {
        self.middle = middle
        self.across = across
        reach = Int(radius.rounded(.up)) + 1
        var brightness: [Double] = []
        brightness.reserveCapacity(2 * reach + 3)
        for step in stride(from: -(reach + 1), through: reach + 1, by: 1) {
            let x = middle.x + across.x * Double(step)
            let y = middle.y + across.y * Double(step)
            var sum = 0.0
            for shift in [-1.5, -0.5, 0.5, 1.5] {
                let shiftedX = x + along.x * shift
                let shiftedY = y + along.y * shift
                sum += picture.value(x: shiftedX, y: shiftedY)
            }
            brightness.append(sum / 4)
        }
        slopes = zip(brightness.dropFirst(2), brightness).map { after, before in (after - before) / 2 }
    }

    /// The steepest change of this kind within the radius, or nil where it is all even.
    func edge(of kind: Kind) -> Point? {
        func strength(_ index: Int) -> Double {
            switch kind {
            case .either: abs(slopes[index])
            case .brightening: slopes[index]
            case .darkening: -slopes[index]
            }
        }
        guard let best = (1..<slopes.count - 1).max(by: { strength($0) < strength($1) }),
            strength(best) >= Self.minimumSlope
        else { return nil }
        // The centre of gravity of the changes of one sign is exact for a clean edge, wherever it lies between pixels.
        let sign = slopes[best] < 0 ? -1.0 : 1.0
        var weight = 0.0
        var moment = 0.0
        for index in max(0, best - 2)...min(slopes.count - 1, best + 2) {
            let share = max(0, sign * slopes[index])
            weight += share
            moment += share * Double(index - reach)
        }
        let offset = moment / weight
        return Point(x: middle.x + across.x * offset, y: middle.y + across.y * offset)
    }
}

/// A straight line through points.
private struct Line {
    var point: Point
    var direction: Point

    /// The line through most of the points: fitted to all, then thrice to those near it.
    static func trimmed(through points: [Point], tolerance: Double) -> Line? {
        guard var line = Line(through: points) else { return nil }
        for limit in [max(2 * tolerance, 1.5), tolerance, tolerance] {
            guard let better = Line(through: points.filter { line.distance(to: $0) <= limit }) else { return nil }
            line = better
        }
        return line
    }

    /// The line of least squared distances; nil for fewer than four points.
    init?(through points: [Point]) {
        guard points.count >= 4 else { return nil }
        let count = Double(points.count)
        let mean = Point(x: points.map(\.x).reduce(0, +) / count, y: points.map(\.y).reduce(0, +) / count)
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        for point in points {
            let x = point.x - mean.x
            let y = point.y - mean.y
            xx += x * x
            xy += x * y
            yy += y * y
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        point = mean
        direction = Point(x: cos(angle), y: sin(angle))
    }

    /// In pixels.
    func distance(to other: Point) -> Double {
        let x = other.x - point.x
        let y = other.y - point.y
        return abs(x * direction.y - y * direction.x)
    }
}
