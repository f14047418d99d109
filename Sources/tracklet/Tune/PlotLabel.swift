/// A word beside a point of a plot, put where it covers no other.
struct PlotLabel: Equatable {
    let text: String
    let isBold: Bool
    /// The middle of the point it belongs to.
    let x: Double
    let y: Double

    private var width: Double { (isBold ? 7.2 : 6.7) * Double(text.count) }
    private static let height = 14.0
    /// From the middle of a point to what stands beside it.
    private static let distance = 11.0

    /// Where the text may stand, the best place first.
    private var places: [PlotArea] {
        let middle = x - width / 2
        let after = x + Self.distance
        let before = x - Self.distance - width
        let corners: [(Double, Double)] = [
            (after, y - Self.height / 2), (middle, y - 12 - Self.height), (middle, y + 12),
            (before, y - Self.height / 2), (after, y + 6), (before, y + 6), (after, y - 6 - Self.height),
            (before, y - 6 - Self.height), (after, y + 20), (before, y + 20),
        ]
        return corners.map { PlotArea(x: $0.0, y: $0.1, width: width, height: Self.height) }
    }

    /// A place for each label; nil for one that finds no room. Those that come first choose first.
    ///
    /// - Parameters:
    ///   - taken: what is not to be covered.
    ///   - bounds: what the labels must stay in.
    static func places(for labels: [PlotLabel], besides taken: [PlotArea], in bounds: PlotArea) -> [PlotArea?] {
        var taken = taken
        return labels.map { label in
            let free = label.places.first { place in
                bounds.contains(place) && !taken.contains { $0.overlaps(place) }
            }
            if let free { taken.append(free) }
            return free
        }
    }
}

/// A rectangle of a plot.
struct PlotArea: Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    func overlaps(_ other: PlotArea) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    func contains(_ other: PlotArea) -> Bool {
        x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}
