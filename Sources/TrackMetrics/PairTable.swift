/// A number for each pair of a ground-truth and a result identity that ever met; 0 for all others.
///
/// Memory grows with the pairs that met, not with the product of the identities. The pairs are kept in the order in which they
/// first met, so that sums over them come out the same on every run.
struct PairTable {
    struct Entry {
        let truth: Int
        let result: Int
        var value: Double
    }

    private(set) var entries: [Entry] = []
    private var positions: [Pair: Int] = [:]

    private struct Pair: Hashable {
        let truth: Int
        let result: Int
    }

    func value(truth: Int, result: Int) -> Double {
        positions[Pair(truth: truth, result: result)].map { entries[$0].value } ?? 0
    }

    mutating func add(_ amount: Double, truth: Int, result: Int) {
        let pair = Pair(truth: truth, result: result)
        if let position = positions[pair] {
            entries[position].value += amount
        } else {
            positions[pair] = entries.count
            entries.append(Entry(truth: truth, result: result, value: amount))
        }
    }

    mutating func updateValues(_ update: (Entry) -> Double) {
        for position in entries.indices {
            entries[position].value = update(entries[position])
        }
    }

    /// The entries in groups that share no identity, each group and the groups in order of their first entry.
    func connectedEntries() -> [[Entry]] {
        // A forest over the entries: entries with an identity in common have the same root, the earliest of them.
        var parents = Array(entries.indices)
        func root(of position: Int) -> Int {
            var position = position
            while parents[position] != position {
                parents[position] = parents[parents[position]]
                position = parents[position]
            }
            return position
        }
        var firstOfTruth: [Int: Int] = [:]
        var firstOfResult: [Int: Int] = [:]
        for (position, entry) in entries.enumerated() {
            for other in [
                firstOfTruth[entry.truth, default: position], firstOfResult[entry.result, default: position],
            ] {
                let roots = (root(of: position), root(of: other))
                parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
            }
            firstOfTruth[entry.truth] = firstOfTruth[entry.truth] ?? position
            firstOfResult[entry.result] = firstOfResult[entry.result] ?? position
        }
        var groups: [Int: [Entry]] = [:]
        for (position, entry) in entries.enumerated() {
            groups[root(of: position), default: []].append(entry)
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
