/// Finds what a user may have meant.
public enum NearestName {
    /// The name that is fewest edits away from `word`, if it is few enough to be meant: at most a third of its characters
    /// and at least two. Of equals the first.
    public static func of(_ word: String, among names: [String]) -> String? {
        let limit = max(2, word.count / 3)
        var best: (name: String, edits: Int)?
        for name in names {
            let edits = edits(from: word.lowercased(), to: name.lowercased())
            if edits <= limit, edits < best?.edits ?? .max { best = (name, edits) }
        }
        return best?.name
    }

    /// How many characters must be added, removed or exchanged (Levenshtein distance).
    static func edits(from one: String, to other: String) -> Int {
        let target = Array(other)
        var costs = Array(0...target.count)
        for (row, character) in one.enumerated() {
            var diagonal = costs[0]
            costs[0] = row + 1
            for column in target.indices {
                let exchange = diagonal + (character == target[column] ? 0 : 1)
                diagonal = costs[column + 1]
                costs[column + 1] = min(exchange, costs[column] + 1, costs[column + 1] + 1)
            }
        }
        return costs[target.count]
    }
}
