internal import Foundation
internal import TrackTuning

/// Speed against agreement as a drawing: a point for each setting, the front, the band of what may be lost, the advice and the knee.
struct TunePlot {
    private let report: TuneReport
    private let rows: [TuneReport.Row]
    private let width: Double
    private let height: Double
    private let speeds: Axis
    private let agreements: Axis

    private static let margin = (left: 44.0, right: 16.0, top: 14.0, bottom: 44.0)
    private static let radius = 5.0

    /// - Parameters:
    ///   - width, height: in the drawing's own units, in which its text is 12 high.
    init(report: TuneReport, width: Double, height: Double) {
        self.report = report
        rows = report.rows
        self.width = width
        self.height = height
        speeds = Axis(from: 0, to: rows.map(\.framesPerSecond).max() ?? 1, steps: width > 500 ? 8 : 4)
        let lowest = min(rows.map(\.hota).min() ?? 100, 100 - report.loss, 98)
        agreements = Axis(from: max(0, lowest), to: 100, steps: 6)
    }

    /// - Parameters:
    ///   - kind: its class, by which the page chooses one of several.
    ///   - summary: what it shows, for those who do not see it; escaped.
    func svg(kind: String, summary: String) -> String {
        let body = [band, grid, front, kneeLine] + rows.indices.map(point) + [labels]
        return "<svg class=\"\(kind)\" viewBox=\"0 0 \(Self.text(width)) \(Self.text(height))\" role=\"img\" "
            + "aria-label=\"\(summary)\">\n" + body.filter { !$0.isEmpty }.joined(separator: "\n") + "\n</svg>"
    }

    // MARK: Places

    private var right: Double { width - Self.margin.right }
    private var bottom: Double { height - Self.margin.bottom }

    private func x(_ speed: Double) -> Double { Self.margin.left + speeds.share(speed) * (right - Self.margin.left) }
    private func y(_ hota: Double) -> Double { bottom - agreements.share(hota) * (bottom - Self.margin.top) }
    private func place(_ index: Int) -> (x: Double, y: Double) { (x(rows[index].framesPerSecond), y(rows[index].hota)) }

    private static func text(_ number: Double) -> String {
        RunReport.number(number, decimals: number == number.rounded() ? 0 : 1)
    }

    // MARK: Parts

    private var band: String {
        let low = y(100 - report.loss)
        return "<rect class=\"band\" x=\"\(Self.text(Self.margin.left))\" y=\"\(Self.text(y(100)))\" "
            + "width=\"\(Self.text(right - Self.margin.left))\" height=\"\(Self.text(low - y(100)))\"/>"
    }

    private var grid: String {
        func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
            "<line class=\"rule\" x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\"/>"
        }
        func label(_ text: String, _ x: Double, _ y: Double, _ anchor: String) -> String {
            "<text class=\"quiet\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
        }
        let left = Self.margin.left
        return
            (agreements.ticks.flatMap { tick in
                [line(left, y(tick), right, y(tick)), label(agreements.label(tick), left - 6, y(tick) + 4, "end")]
            }
            + speeds.ticks.flatMap { tick in
                [line(x(tick), bottom, x(tick), bottom + 4), label(speeds.label(tick), x(tick), bottom + 18, "middle")]
            } + [
                label("frames per second, at most", (left + right) / 2, height - 6, "middle"),
                "<text class=\"quiet\" transform=\"translate(11 \(Self.text((Self.margin.top + bottom) / 2))) rotate(-90)\" "
                    + "text-anchor=\"middle\">agreement (HOTA)</text>",
            ]).joined(separator: "\n")
    }

    private var front: String {
        let points = report.tradeOff.front.map { "\(Self.text(place($0).x)),\(Self.text(place($0).y))" }
        return "<polyline class=\"front\" points=\"\(points.joined(separator: " "))\"/>"
    }

    private var kneeLine: String {
        guard let knee = report.knee else { return "" }
        let (x, y) = place(knee)
        return
            "<line class=\"kneeline\" x1=\"\(Self.text(x))\" y1=\"\(Self.text(y))\" x2=\"\(Self.text(x))\" y2=\"\(Self.text(bottom))\"/>"
    }

    private func point(_ index: Int) -> String {
        let (x, y) = place(index)
        let isFirst = report.settings[index].trackerName == report.settings[0].trackerName
        let row = rows[index]
        let title =
            "interval \(TunePage.escaped(row.setting)): \(RunReport.number(row.framesPerSecond, decimals: 0)) frames/s, HOTA \(RunReport.number(row.hota, decimals: 1))"
        let radius = Self.radius
        let shape =
            isFirst
            ? "<circle class=\"one\" cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\">"
                + "<title>\(title)</title></circle>"
            : "<rect class=\"two\" x=\"\(Self.text(x - radius))\" y=\"\(Self.text(y - radius))\" width=\"\(Self.text(2 * radius))\" "
                + "height=\"\(Self.text(2 * radius))\"><title>\(title)</title></rect>"
        guard report.advice == .use(setting: index) else { return shape }
        return shape
            + "<circle class=\"ring\" cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius + 4))\"/>"
    }

    /// Beside each point its interval; those that matter choose their place first. Where there is no room the point speaks for itself:
    /// its title has the name.
    private var labels: String {
        let order = rows.indices.sorted { (-report.marks($0).count, $0) < (-report.marks($1).count, $1) }
        let labels = order.map { index in
            let marks = report.marks(index)
            return PlotLabel(
                text: ([rows[index].setting] + marks).joined(separator: " · "), isBold: !marks.isEmpty,
                x: place(index).x, y: place(index).y)
        }
        let points = rows.indices.map { index in
            PlotArea(x: place(index).x - 7, y: place(index).y - 7, width: 14, height: 14)
        }
        let bounds = PlotArea(
            x: Self.margin.left + 2, y: 1, width: width - Self.margin.left - 4, height: bottom - 2)
        return zip(labels, PlotLabel.places(for: labels, besides: points, in: bounds)).compactMap { label, area in
            area.map { area in
                "<text\(label.isBold ? " class=\"bold\"" : "") x=\"\(Self.text(area.x))\" y=\"\(Self.text(area.y + 11))\">"
                    + TunePage.escaped(label.text) + "</text>"
            }
        }.joined(separator: "\n")
    }

    /// A range of round numbers with ticks.
    private struct Axis {
        let low: Double
        let high: Double
        private let step: Double

        init(from low: Double, to high: Double, steps: Int) {
            let rough = max(high - low, 1e-3) / Double(steps)
            let power = pow(10, log10(rough).rounded(.down))
            step = power * ([1, 2, 5, 10].first { $0 * power >= rough * 0.999 } ?? 10)
            self.low = (low / step).rounded(.down) * step
            self.high = (high / step - 1e-9).rounded(.up) * step
        }

        var ticks: [Double] { stride(from: 0, through: ((high - low) / step).rounded(), by: 1).map { low + $0 * step } }
        func share(_ value: Double) -> Double { (value - low) / (high - low) }
        func label(_ tick: Double) -> String { RunReport.number(tick, decimals: step < 1 ? 1 : 0) }
    }
}
