internal import TrackModel

/// Letters by where they are, so that those about one place are found without looking at all others.
struct LetterGrid {
    private static let cellSide = 32.0
    private struct Cell: Hashable {
        let column: Int
        let row: Int
    }

    /// In the order in which they came.
    private(set) var letters: [LetterShape] = []
    private var cells: [Cell: [Int]] = [:]

    mutating func insert(_ letter: LetterShape) {
        for cell in Self.cells(under: letter.box) { cells[cell, default: []].append(letters.count) }
        letters.append(letter)
    }

    /// At least all letters whose boxes touch the given one; a letter may come several times.
    func letters(near box: Box) -> some Sequence<LetterShape> {
        Self.cells(under: box).lazy.flatMap { cells[$0] ?? [] }.map { letters[$0] }
    }

    private static func cells(under box: Box) -> [Cell] {
        func cell(_ place: Double) -> Int { Int((place / cellSide).rounded(.down)) }
        return (cell(box.top)...cell(box.bottom)).flatMap { row in
            (cell(box.left)...cell(box.right)).map { Cell(column: $0, row: row) }
        }
    }
}
