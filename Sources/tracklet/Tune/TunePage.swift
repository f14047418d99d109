internal import Foundation
internal import TrackTuning

/// A comparison as a page in one file: the advice, a plot of speed against agreement, the table, and how it was measured.
struct TunePage {
    let report: TuneReport

    /// A page is handed on: it tells the video's name, not where it lies here.
    private var video: String { Self.escaped(URL(fileURLWithPath: report.video).lastPathComponent) }

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(video): which interval</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        <h1>Which interval for <span class="video">\(video)</span>?</h1>
        <p class="advice">\(Self.escaped(report.adviceText))</p>
        <p>\(Self.escaped(report.coverageText))</p>
        \(plots)
        <h2>All settings</h2>
        \(table)
        <h2>How to read this</h2>
        \(explanation)
        </main>
        </body>
        </html>

        """
    }

    /// One drawing for wide windows and one for phones, since text in a drawing shrinks with it.
    private var plots: String {
        guard report.result.hasReference else { return "" }
        let summary =
            "Speed against agreement with detecting on every frame, a point for each setting. \(report.adviceText)"
        return """
            <h2>Speed against agreement</h2>
            <figure>
            \(TunePlot(report: report, width: 760, height: 420).svg(kind: "wide", summary: Self.escaped(summary)))
            \(TunePlot(report: report, width: 340, height: 320).svg(kind: "narrow", summary: Self.escaped(summary)))
            <figcaption>\(caption)</figcaption>
            </figure>
            """
    }

    private var caption: String {
        let names = report.settings.map(\.trackerName).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let series =
            names.count > 1
            ? "Round points: \(Self.escaped(names[0])); square ones: \(names.dropFirst().map(Self.escaped).joined(separator: ", ")). "
            : ""
        let knee = report.knee == nil ? "" : " Beyond the knee, more speed costs more agreement than before it."
        return
            "\(series)Each point is an interval; up and to the right is better. The line joins the settings that no other beats in both. What lies in the band loses at most \(TuneReport.plain(report.loss)) HOTA.\(knee)"
    }

    private var table: String {
        let names = [
            "interval", "frames/s", "CPU ms a frame", "HOTA", "IDF1", "MOTA", "boxes kept", "tracks kept", "switches",
        ]
        let head = names.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let rows = report.rows.enumerated().map { index, row in
            let marks = report.marks(index).map { " <span class=\"mark\">\($0)</span>" }.joined()
            let cells = TuneReport.cells(row)
            let hasNone = !report.result.hasReference
            let numbers = cells.dropFirst().enumerated().map { column, cell in
                "<td>\(hasNone && column > 1 ? "–" : cell)</td>"
            }.joined()
            let kind = report.advice == .use(setting: index) ? " class=\"advised\"" : ""
            return "<tr\(kind)><th scope=\"row\">\(Self.escaped(cells[0]))\(marks)</th>\(numbers)</tr>"
        }.joined(separator: "\n")
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="All settings">
            <table>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            </div>
            """
    }

    private var explanation: String {
        let reference = Self.escaped(report.flags(report.result.reference))
        return """
            <ul>
            <li>Nobody has the truth about a video of their own, so the run with <code>\(reference)</code> stands for it: the numbers say
            how far a setting agrees with it, not how good either is.</li>
            <li><b>HOTA</b>, <b>IDF1</b>, <b>MOTA</b>: agreement from 0 to 100, as TrackEval computes them. <b>Boxes kept</b>: the share of the
            reference's boxes that are found, overlapping by half or more. <b>Tracks kept</b>: the share of its tracks that are found in a fifth of their
            frames or more. <b>Switches</b>: how often an object got another number than the reference's goes on to say.</li>
            <li><b>CPU ms a frame</b>: what a run with this setting alone takes of the processor, on all threads together. Here frames were decoded
            once and each search made once for all settings; a setting's cost is the decoding (\(RunReport.number(report.result.decodingMilliseconds, decimals: 2)) ms a frame), what every
            search it asked for took, and its own tracking.</li>
            <li><b>Frames/s</b>: the most that these measurements allow, an estimate for \(RunReport.count(report.threads, "thread")) on \(RunReport.count(report.cores, "core")) with nothing else to do. Runs come to about three quarters of it.</li>
            </ul>
            """
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { --back: #fff; --front: #1c1f23; --quiet: #5a6169; --rule: #d5d9de; --soft: #f2f4f7; --good: #e3f2e6; \
        --goodline: #2e7d46; --one: #0b5fa5; --two: #b34a00; }
        @media (prefers-color-scheme: dark) { :root { --back: #15181c; --front: #e6e9ed; --quiet: #a3abb5; --rule: #363c44; \
        --soft: #1f242a; --good: #1b3323; --goodline: #6cc287; --one: #6cb6f5; --two: #f0a05a; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--front); font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.15rem; margin-top: 2rem; }
        .video { overflow-wrap: anywhere; }
        .advice { background: var(--good); border-left: 4px solid var(--goodline); padding: .75rem 1rem; font-size: 1.1rem; }
        figure { margin: 0; } figcaption { color: var(--quiet); font-size: .9rem; }
        svg { display: block; width: 100%; height: auto; } svg text { fill: var(--front); font: 12px system-ui, sans-serif; }
        svg .quiet { fill: var(--quiet); } svg .bold { font-weight: 700; } svg .rule { stroke: var(--rule); }
        svg .band { fill: var(--good); } svg .front { stroke: var(--quiet); fill: none; stroke-width: 1.5; }
        svg .one { fill: var(--one); } svg .two { fill: var(--two); }
        svg .ring { fill: none; stroke: var(--goodline); stroke-width: 2.5; }
        svg .kneeline { stroke: var(--quiet); stroke-dasharray: 3 4; }
        svg.narrow { display: none; }
        @media (max-width: 600px) { svg.wide { display: none; } svg.narrow { display: block; } }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
        thead th { color: var(--quiet); font-weight: 600; font-size: .85rem; vertical-align: bottom; white-space: normal; }
        th:first-child { text-align: left; position: sticky; left: 0; background: var(--back); }
        tr.advised th, tr.advised td { background: var(--good); }
        .mark { display: inline-block; margin-left: .3rem; padding: 0 .4rem; border-radius: .6rem; background: var(--soft); \
        color: var(--quiet); font-size: .75rem; font-weight: 400; }
        tr.advised .mark { background: var(--back); }
        li { margin-bottom: .4rem; } code { background: var(--soft); padding: 0 .25rem; overflow-wrap: anywhere; }
        """
}
