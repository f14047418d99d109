internal import Foundation
internal import TrackModel

/// Letters that stand in one line, and how much they look like it.
struct TextLine: Sendable {
    /// From left to right.
    let letters: [LetterShape]
    /// How many pixels the line falls for each pixel to the right.
    let slope: Double
    /// The median height of its letters.
    let height: Double
    /// Where most letters stand: the line's y at x = 0.
    let base: Double
    let measures: Measures

    /// What tells writing from other things in a row, each from letters of which most lie as they should.
    struct Measures: Sendable, Hashable {
        /// How many letters there are; those that touch count by their width.
        var letterCount: Double
        /// The share of letters whose lower ends lie on one line, 0...1.
        var standing: Double
        /// The share of letters whose upper ends lie on one of two lines (small letters and capitals), 0...1.
        var level: Double
        /// The median deviation of the strokes' widths from their median, over that.
        var strokeSpread: Double
        /// The median contrast, 0...255.
        var contrast: Double
        /// The median variation of the width within a letter.
        var strokeDeviation: Double
    }

    /// Nil for fewer than three letters or for a line that is steeper than `steepest`.
    init?(of letters: [LetterShape], steepest: Double = 0.27) {
        guard letters.count >= 3 else { return nil }
        let letters = letters.sorted {
            ($0.box.left, $0.box.top, $0.box.width, $0.box.height)
                < ($1.box.left, $1.box.top, $1.box.width, $1.box.height)
        }
        let height = Self.median(letters.map(\.box.height))
        let slope = Self.slope(of: letters.map { Point(x: $0.box.center.x, y: $0.box.bottom) }, apart: height)
        guard abs(slope) <= steepest else { return nil }
        let tolerance = max(1, 0.12 * height)
        let bottoms = letters.map { $0.box.bottom - slope * $0.box.center.x }
        let tops = letters.map { $0.box.top - slope * $0.box.center.x }
        let base = Self.densest(bottoms, tolerance: tolerance)
        let first = Self.densest(tops, tolerance: tolerance)
        let second = Self.densest(
            tops.filter { abs($0 - first.value) > tolerance && abs($0 - first.value) < height }, tolerance: tolerance)
        let strokes = letters.map(\.stroke)
        let contrast = Self.median(letters.map(\.contrast))
        self.letters = letters
        self.slope = slope
        self.height = height
        self.base = base.value
        measures = Measures(
            letterCount: letters.map { min(max($0.box.width / (0.8 * height), 1), 6) }.reduce(0, +),
            standing: Double(base.count) / Double(letters.count),
            level: Double(first.count + second.count) / Double(letters.count),
            strokeSpread: Self.spread(strokes) / Self.median(strokes),
            contrast: contrast,
            strokeDeviation: Self.median(letters.map(\.strokeDeviation)))
    }

    /// The smallest upright box around all letters.
    var box: Box {
        let left = letters.map(\.box.left).reduce(.infinity, min)
        let top = letters.map(\.box.top).reduce(.infinity, min)
        let right = letters.map(\.box.right).reduce(-.infinity, max)
        let bottom = letters.map(\.box.bottom).reduce(-.infinity, max)
        return Box(left: left, top: top, width: right - left, height: bottom - top)
    }

    /// Whether the letter, which was not linked to any of this line's, belongs to it nevertheless: it lies in the line, inside
    /// or next to it.
    func takesIn(_ letter: LetterShape) -> Bool {
        let baseline = base + slope * letter.box.center.x
        let shared = min(letter.box.bottom, baseline + 0.4 * height) - max(letter.box.top, baseline - 1.6 * height)
        return isLike(letter) && (0.4...2.2).contains(letter.box.height / height) && shared >= 0.7 * letter.box.height
            && letter.box.left - box.right <= Self.widestSpace * height
            && box.left - letter.box.right <= Self.widestSpace * height
    }

    /// Whether the other line, to the right, is this one's continuation.
    func goesOn(in other: TextLine) -> Bool {
        let gap = other.box.left - box.right
        let place = other.box.left
        let step = other.base + other.slope * place - base - slope * place
        return isLike(other.letters[0]) && max(height, other.height) <= 1.7 * min(height, other.height)
            && abs(step) <= 0.35 * max(height, other.height)
            && (-height...Self.widestSpace * max(height, other.height)).contains(gap)
    }

    /// In heights of a letter: what is farther away is a line of its own.
    private static let widestSpace = 1.7

    private func isLike(_ letter: LetterShape) -> Bool {
        letter.isBright == letters[0].isBright
            && abs(letter.inside - letters[0].inside) <= 0.4 * min(letter.contrast, letters[0].contrast)
    }

    /// About the share of such lines that are writing, 0...1: a logistic function of how many letters lie as they should, how much
    /// they stand out, and how even their strokes are. Fitted to 312 lines drawn in several types and sizes onto pictures of people,
    /// rooms and streets, and to 757 rows of other things in 2500 such pictures and in noise.
    var confidence: Double {
        let lettersInPlace = measures.letterCount * measures.standing * measures.level
        let logOdds =
            2.2 * log(max(lettersInPlace, 0.1)) + 2.3 * log(max(measures.contrast, 1)) - 1.13 * measures.strokeSpread
            - 4.94 * measures.strokeDeviation - 12.29
        return 1 / (1 + exp(-logOdds))
    }

    /// The median of the slopes between all pairs that lie apart (Theil, Sen): no single letter tilts it.
    private static func slope(of points: [Point], apart: Double) -> Double {
        var slopes: [Double] = []
        for (index, first) in points.enumerated() {
            for second in points[(index + 1)...] where second.x - first.x >= apart {
                slopes.append((second.y - first.y) / (second.x - first.x))
            }
        }
        return slopes.isEmpty ? 0 : median(slopes)
    }

    /// The value with the most others within the tolerance, and how many those are with itself.
    private static func densest(_ values: [Double], tolerance: Double) -> (value: Double, count: Int) {
        var best = (value: 0.0, count: 0)
        for value in values.sorted() {
            let count = values.count { abs($0 - value) <= tolerance }
            if count > best.count { best = (value, count) }
        }
        return best
    }

    private static func spread(_ values: [Double]) -> Double {
        let middle = median(values)
        return median(values.map { abs($0 - middle) })
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
