/// Speed against agreement: which settings are worth having, and where more speed begins to cost much.
public struct TradeOff: Sendable, Hashable {
    /// The places of the settings that no other beats in both, from the slowest to the fastest.
    public let front: [Int]
    /// The place of the setting at the knee; nil when the front has none.
    ///
    /// It is the one farthest above the line from the front's slowest to its fastest when both axes are stretched to 0...1 (the
    /// idea of V. Satopää and others, "Finding a 'kneedle' in a haystack", ICDCS workshops 2011).
    public let knee: Int?

    /// - Parameter points: for each setting its speed and its agreement, in any unit; higher is better. They must be finite.
    public init(_ points: [(speed: Double, agreement: Double)]) {
        let bySpeed = points.indices.sorted {
            (-points[$0].speed, -points[$0].agreement, $0) < (-points[$1].speed, -points[$1].agreement, $1)
        }
        var front: [Int] = []
        for index in bySpeed {
            guard let best = front.last else {
                front = [index]
                continue
            }
            if points[index].agreement > points[best].agreement { front.append(index) }
        }
        self.front = front.reversed()
        guard let slowest = self.front.first.map({ points[$0] }), let fastest = self.front.last.map({ points[$0] }),
            fastest.speed > slowest.speed, slowest.agreement > fastest.agreement
        else {
            knee = nil
            return
        }
        /// Height above the line, which falls from 1 to 0 as the speed goes from 0 to 1.
        func height(_ index: Int) -> Double {
            (points[index].speed - slowest.speed) / (fastest.speed - slowest.speed)
                + (points[index].agreement - fastest.agreement) / (slowest.agreement - fastest.agreement) - 1
        }
        let highest = self.front.max { height($0) < height($1) }
        knee = highest.flatMap { height($0) > 1e-9 ? $0 : nil }
    }
}
