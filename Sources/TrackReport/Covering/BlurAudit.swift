import Foundation
import TrackModel

/// What was covered in a video, for whoever has to answer for it: per track the frames covered and how each place was known, and
/// the frames at risk, which are worth a look.
public struct BlurAudit: Sendable, Encodable {
    /// Why a frame is worth a look.
    enum Risk: String, Sendable, Hashable, Codable, CaseIterable {
        /// The observation's confidence is below 0.5.
        case lowConfidence
        /// The centre moved by more than a quarter of the box's smaller side since the frame before, or a side changed by more
        /// than a quarter.
        case fastMotion
        /// In a gap longer than 0.5 s: where the object was meanwhile is a guess.
        case longGap
        /// The track begins inside the picture, after the video's first frame: it may have been there before it was found.
        case beginsInView
        /// The track ends inside the picture, before the video's last frame: it may be there still.
        case endsInView
    }

    static let lowConfidence = 0.5
    static let fastMove = 0.25
    static let longGapSeconds = 0.5

    struct TrackEntry: Sendable, Encodable {
        let track: Int
        let label: String
        var framesCovered = 0
        var framesFilledIn = 0
        var framesAtRisk = 0
        var observed = FrameSpans()
        var interpolated = FrameSpans()
        var held = FrameSpans()
        var atRisk: [String: FrameSpans] = [:]
    }

    struct Settings: Sendable, Encodable {
        let style: String
        let grow: Double
        let holdSeconds: Double
    }

    private let producer: String
    private let source: String
    private let size: [Int]
    private let settings: Settings
    /// Tracks that were not asked to be covered.
    private let tracksLeftVisible: [Int]
    private var framesInVideo = 0
    private var framesWithCover = 0
    var tracks: [TrackEntry] = []

    init(
        _ facts: SourceFacts, settings: BlurSettings, covered: [TrackPath], visible: [TrackPath], producer: String
    ) {
        self.producer = producer
        source = facts.name
        size = [facts.size.width, facts.size.height]
        self.settings = Settings(
            style: settings.style.rawValue, grow: settings.grow, holdSeconds: settings.holdSeconds)
        tracksLeftVisible = visible.map(\.track)
        tracks = covered.map { TrackEntry(track: $0.track, label: $0.label) }
    }

    mutating func countFrame(isCovered: Bool) {
        framesInVideo += 1
        if isCovered { framesWithCover += 1 }
    }

    /// The audit as JSON, indented, its keys in alphabetical order; frames are spans [first, last].
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // One line a span, whatever the indentation.
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        let short = text.replacing(#/\[\s+(\d+),\s+(\d+)\s+\]/#) { "[\($0.1), \($0.2)]" }
        return Array((short + "\n").utf8)
    }

    /// As a page tells it.
    ///
    /// - Parameter spansShown: how many spans of one risk are listed.
    func reported(spansShown: Int) -> ReportData.Audit {
        ReportData.Audit(
            style: settings.style, grow: settings.grow, holdSeconds: settings.holdSeconds, visible: tracksLeftVisible,
            framesWithCover: framesWithCover,
            tracks: tracks.map { entry in
                .init(
                    track: entry.track, label: entry.label, covered: entry.framesCovered,
                    filledIn: entry.framesFilledIn, atRisk: entry.framesAtRisk,
                    risks: entry.atRisk.sorted { $0.key < $1.key }.map { kind, found in
                        .init(
                            kind: kind, frames: found.count,
                            spans: found.spans.prefix(spansShown).map { [$0.lowerBound, $0.upperBound] },
                            spansLeftOut: max(0, found.spans.count - spansShown))
                    })
            })
    }

    /// How many tracks were covered, and in how many of them are frames worth a look.
    public var counts: (tracks: Int, atRisk: Int, framesAtRisk: Int) {
        (
            tracks.count, tracks.count { $0.framesAtRisk > 0 },
            tracks.reduce(0) { $0 + $1.framesAtRisk }
        )
    }
}
