internal import TrackModel

/// From shapes that may be letters to the lines they stand in. Pure: no pixels.
enum TextLineGrouping {
    /// Bounds the time in pictures full of texture: so many letters that stand out most are looked at, more than a page of small print has.
    private static let maximumLetters = 3000
    /// Rows that are less sure are not taken for parts of a line.
    private static let leastConfidenceOfAPart = 0.1

    /// Lines of at least three letters, the surest first; none lies in another.
    static func lines(of shapes: [LetterShape]) -> [TextLine] {
        let letters = distinct(shapes.filter(\.couldBeALetter))
        let lines = chains(of: letters).compactMap { TextLine(of: $0) }
        let likely = lines.filter { $0.confidence >= leastConfidenceOfAPart }
        return withoutLinesInOthers(completed(likely, with: letters))
    }

    /// Of shapes about one letter the one that stands out most; by their left sides.
    private static func distinct(_ shapes: [LetterShape]) -> [LetterShape] {
        let ranked = shapes.sorted {
            (-$0.contrast, $0.box.left, $0.box.top, $0.box.width, $0.box.height)
                < (-$1.contrast, $1.box.left, $1.box.top, $1.box.width, $1.box.height)
        }
        var kept = LetterGrid()
        for shape in ranked where kept.letters.count < maximumLetters {
            if !kept.letters(near: shape.box).contains(where: { $0.isSameLetter(as: shape) }) { kept.insert(shape) }
        }
        return kept.letters.sorted { ($0.box.left, $0.box.top) < ($1.box.left, $1.box.top) }
    }

    /// Letters that follow each other, directly or through others between them.
    private static func chains(of letters: [LetterShape]) -> [[LetterShape]] {
        var group = Array(letters.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while group[index] != index { index = group[index] }
            return index
        }
        let lefts = letters.map(\.box.left)
        for (index, letter) in letters.enumerated() {
            // The nearest that can follow, and no other: what lies behind it is linked through it.
            let reach = letter.reachToTheRight
            var next = lefts.partitioningIndex { $0 >= reach.lowerBound }
            while next < letters.count, lefts[next] <= reach.upperBound, !letter.isFollowed(by: letters[next]) {
                next += 1
            }
            guard next < letters.count, lefts[next] <= reach.upperBound else { continue }
            let (first, second) = (root(index), root(next))
            group[max(first, second)] = min(first, second)
        }
        let chains = Dictionary(grouping: letters.indices, by: root)
        return chains.keys.sorted().compactMap { chains[$0]?.map { letters[$0] } }
    }

    /// Lines joined with their continuations, and with the letters in them that resemble none of their neighbours.
    private static func completed(_ lines: [TextLine], with letters: [LetterShape]) -> [TextLine] {
        var lines = lines
        var free = Set(letters).subtracting(lines.flatMap(\.letters))
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for index in lines.indices {
                let taken = free.filter { lines[index].takesIn($0) }
                guard !taken.isEmpty, let longer = TextLine(of: lines[index].letters + taken) else { continue }
                lines[index] = longer
                free.subtract(taken)
                isGrowing = true
            }
            var index = 0
            while index < lines.count {
                let next = lines.indices.first { $0 != index && lines[index].goesOn(in: lines[$0]) }
                guard let next, let joined = TextLine(of: lines[index].letters + lines[next].letters) else {
                    index += 1
                    continue
                }
                lines[index] = joined
                lines.remove(at: next)
                if next < index { index -= 1 }
                isGrowing = true
            }
        }
        return lines
    }

    /// Leaves out what is found inside of letters: the holes of an o are dots in a row too.
    private static func withoutLinesInOthers(_ lines: [TextLine]) -> [TextLine] {
        let ranked = lines.enumerated().sorted {
            (-$0.element.confidence * $0.element.box.width, $0.offset)
                < (-$1.element.confidence * $1.element.box.width, $1.offset)
        }.map(\.element)
        var kept: [TextLine] = []
        for line in ranked where !kept.contains(where: { line.box.coveredShare(by: $0.box) > 0.5 }) {
            kept.append(line)
        }
        return kept.enumerated().sorted { (-$0.element.confidence, $0.offset) < (-$1.element.confidence, $1.offset) }
            .map(\.element)
    }
}

extension Array where Element == Double {
    /// Of an ascending array, the first index whose value fulfils what all behind it fulfil too; the count when there is none.
    fileprivate func partitioningIndex(where belongsToTheEnd: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsToTheEnd(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
