/// How many characters must be added, removed or exchanged to make one word of another (Levenshtein, 1966).
enum EditDistance {
    static func between(_ one: String, _ other: String) -> Int {
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
