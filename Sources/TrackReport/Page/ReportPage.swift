import Foundation
import TrackModel
import VideoIO

/// One page for a browser with all of a report in it: nothing is fetched but the video beside it.
///
/// Its parts are the files in `Web`. The data is one JSON script element, which the script draws; the content security policy
/// allows this very script and style (by their digests) and no other source than the page itself and files beside it.
enum ReportPage {
    static func html(_ data: ReportData) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // In JSON these characters stand in strings alone, where they may be written so. Nothing can end the element then.
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
            .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
        let policy = [
            "default-src 'none'", "script-src \(try digest(script))", "style-src \(try digest(style))",
            "img-src data:", "media-src 'self' file:", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
        let values = [
            "policy": policy, "title": escaped(data.source.name), "style": style, "data": json, "script": script,
        ]
        return Array(filled(text(PackageResources.page_html), values).utf8)
    }

    private static let style = text(PackageResources.page_css)

    /// In the order in which a part needs those before it.
    private static let script =
        "\"use strict\";\n(() => {\n"
        + [
            PackageResources.data_js, PackageResources.words_js, PackageResources.player_js,
            PackageResources.timeline_js, PackageResources.maps_js, PackageResources.cards_js,
            PackageResources.summary_js, PackageResources.page_js,
        ].map(text).joined(separator: "\n") + "})();\n"

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// As a policy names what it allows.
    private static func digest(_ text: String) throws -> String {
        let digits = try FileDigest.sha256(of: text)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(digits.dropFirst(place).prefix(2), radix: 16)
        }
        return "'sha256-\(Data(bytes).base64EncodedString())'"
    }

    /// Puts values in the places {{name}} of a template. What is put in is not looked through again.
    private static func filled(_ template: String, _ values: [String: String]) -> String {
        let parts = template.components(separatedBy: "{{")
        return parts.dropFirst().reduce(into: parts.first ?? "") { page, part in
            let halves = part.components(separatedBy: "}}")
            page += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: "}}")
        }
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
