internal import Foundation
internal import TrackModel

/// A small region that may be a letter, or several that touch.
struct LetterShape: Sendable, Hashable {
    /// Pixels of the picture that was searched.
    var box: Box
    /// The share of the box that is the region's, 0...1.
    var fill: Double
    /// Mean brightness of the region and of what is around it, 0...255.
    var inside: Double
    var outside: Double
    /// The mean width of its strokes in pixels, and their standard deviation over it.
    var stroke: Double
    var strokeDeviation: Double

    var isBright: Bool { inside > outside }
    /// Gray levels, above 0.
    var contrast: Double { abs(inside - outside) }

    /// Whether anything that is written looks so: strokes that are thinner than the letter is high, of nearly one width. Single
    /// letters in fat or very thin type break the rule, and are not missed in their line.
    var couldBeALetter: Bool {
        let aspect = box.width / box.height
        return (0.08...6).contains(aspect) && stroke <= 0.6 * box.height && stroke <= max(0.75 * box.width, 2)
            && strokeDeviation <= 0.75 && fill >= 0.12 && (fill <= 0.9 || aspect < 0.5)
    }

    /// Where the left side of a letter may be that follows this one.
    var reachToTheRight: ClosedRange<Double> {
        (box.right - 0.3 * box.height)...(box.right + Self.widestSpace * Self.largestRatio * box.height)
    }

    /// In heights of the larger letter: a space is about as wide as a small letter is high.
    private static let widestSpace = 1.1
    /// A capital's height over that of a small letter, and some more.
    private static let largestRatio = 2.2

    /// Whether the two may stand beside each other in one line, `other` to the right.
    func isFollowed(by other: LetterShape) -> Bool {
        guard isBright == other.isBright, other.box.center.x > box.center.x else { return false }
        let smaller = min(box.height, other.box.height)
        let larger = max(box.height, other.box.height)
        let shared = min(box.bottom, other.box.bottom) - max(box.top, other.box.top)
        return other.box.left - box.right <= Self.widestSpace * larger && other.box.left - box.right >= -0.3 * smaller
            && larger <= Self.largestRatio * smaller && shared >= 0.5 * smaller
            && max(stroke, other.stroke) <= 1.8 * min(stroke, other.stroke) + 0.5
            && abs(inside - other.inside) <= 0.4 * min(contrast, other.contrast)
    }

    /// Whether both are one letter, found at two gray levels.
    func isSameLetter(as other: LetterShape) -> Bool {
        guard isBright == other.isBright else { return false }
        let shared = box.intersectionArea(with: other.box)
        return shared > 0.6 * max(box.area, other.box.area) || shared > 0.85 * min(box.area, other.box.area)
    }
}
