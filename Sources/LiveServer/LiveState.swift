internal import Foundation
internal import TrackModel
internal import TrackingPipeline

/// What a page shows, as JSON says it. Boxes are in pixels of the picture, times in seconds, moments in milliseconds of this program's
/// steady clock.
struct LiveState: Encodable, Sendable {
    struct Source: Encodable, Sendable {
        var name: String
        /// "playing", "lost" or "ended".
        var state = "playing"
        /// A sentence, when there is something to say.
        var message = ""
        var width: Int
        var height: Int
    }

    struct Item: Encodable, Sendable {
        var track: Int
        var label: String
        var left: Double
        var top: Double
        var width: Double
        var height: Double
        var confidence: Double
        var source: String
        /// Below the confidence cut.
        var isDimmed: Bool

        init(_ observation: Observation, isDimmed: Bool) {
            track = observation.track
            label = observation.label
            left = observation.box.left.rounded(toDecimals: 1)
            top = observation.box.top.rounded(toDecimals: 1)
            width = observation.box.width.rounded(toDecimals: 1)
            height = observation.box.height.rounded(toDecimals: 1)
            confidence = observation.confidence.rounded(toDecimals: 3)
            source = observation.source.rawValue
            self.isDimmed = isDimmed
        }
    }

    struct Settings: Encodable, Sendable {
        var detector: Bool
        /// Whether there is a detector to be switched on.
        var canDetect: Bool
        var level: String
        var interval: String
        var minimumConfidence: Double
    }

    struct Counters: Encodable, Sendable {
        /// Pictures that came, those that were tracked, and those dropped because tracking was late.
        var received = 0
        var tracked = 0
        var dropped = 0
        /// Tracked in the latest second.
        var perSecond = 0.0
    }

    var version = 0
    var source: Source
    /// The frame shown; -1 before the first.
    var frame = -1
    var time = 0.0
    /// When it was captured.
    var captured = 0.0
    var items: [Item] = []
    var settings: Settings
    var counters = Counters()
    var recording = RecordingStatus()

    /// Without its closing brace, so that more can be added for whoever asks.
    func openJSON() -> [UInt8] { Array(Self.json(self).dropLast()) }

    static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Numbers here are finite and texts are texts: there is nothing to fail.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }
}

extension Double {
    func rounded(toDecimals decimals: Int) -> Double {
        let unit = pow(10, Double(decimals))
        return isFinite ? (self * unit).rounded() / unit : 0
    }
}

extension ContinuousClock.Instant {
    private static let origin = ContinuousClock.now

    /// Of this program's steady clock.
    var milliseconds: Double { ((self - Self.origin) / .milliseconds(1)).rounded(toDecimals: 2) }
}
