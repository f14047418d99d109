import TrackModel

/// All a page shows, as its script reads it. Seconds, pixels of the upright picture, frames of the source.
struct ReportData: Encodable {
    struct Source: Encodable {
        let name: String
        let width: Int
        let height: Int
        let rate: Double?
        let declaredFrames: Int?
        let declaredDuration: Double?
        let codec: String
        let rotation: Int
    }

    /// The video the page shows.
    struct Video: Encodable {
        /// Relative to the page.
        let address: String
        let name: String
        /// The time of the source that is 0 in this video.
        let offset: Double
        /// Whether the tracks are drawn in it already.
        let isDrawn: Bool
    }

    struct Frames: Encodable {
        let first: Int
        let count: Int
        /// `PackedTimes`.
        let times: String
    }

    struct Picture: Encodable {
        let frame: Int
        let time: Double
        let width: Int
        let height: Int
        /// A JPEG, as base64.
        let jpeg: String
    }

    struct Track: Encodable {
        let track: Int
        let label: String
        let color: String
        let firstFrame: Int
        let lastFrame: Int
        let firstTime: Double
        let lastTime: Double
        let numbers: TrackNumbers
        /// `PackedTracks`.
        let keys: String
        let runs: String
        let pictures: [Picture]
        /// The place in `stills` of the picture for its path.
        let still: Int?
    }

    struct Heat: Encodable {
        let columns: Int
        let rows: Int
        /// A byte a cell, as base64.
        let levels: String
        /// Frames in the cell with the most.
        let most: Double
    }

    struct Line: Encodable {
        let name: String
        let text: String
    }

    struct Audit: Encodable {
        struct Entry: Encodable {
            let track: Int
            let label: String
            let covered: Int
            let filledIn: Int
            let atRisk: Int
            let risks: [Risk]
        }
        struct Risk: Encodable {
            let kind: String
            let frames: Int
            /// The first of its spans, [first, last].
            let spans: [[Int]]
            let spansLeftOut: Int
        }
        let style: String
        let grow: Double
        let holdSeconds: Double
        let visible: [Int]
        let framesWithCover: Int
        let tracks: [Entry]
    }

    let producer: String
    let source: Source
    let video: Video?
    let frames: Frames
    /// Pixels of a unit in `keys`, and by how much a box drawn may differ from the true one.
    let unit: Double
    let tolerance: Double
    let sources: [String]
    let lowConfidence: Double
    /// Frames in which nothing was found, and the most found in one.
    let emptyFrames: Int
    let mostAtOnce: Int
    let tracks: [Track]
    let stills: [Picture]
    let heat: Heat
    let options: [Line]
    let run: [Line]
    let warnings: [String]
    let audit: Audit?
}

/// What there is to count of one track.
struct TrackNumbers: Encodable, Equatable {
    let observations: Int
    let gaps: Int
    /// By `ObservationSource.allCases`.
    let sources: [Int]
    let meanConfidence: Double
    let leastConfidence: Double
    let doubtful: Int
    /// Pixels the centre went.
    let pathLength: Double
    let meanWidth: Double
    let meanHeight: Double

    init(_ path: TrackPath) {
        let samples = path.samples
        let count = Double(max(1, samples.count))
        func mean(_ value: (TrackPath.Sample) -> Double) -> Double { samples.reduce(0) { $0 + value($1) } / count }
        observations = samples.count
        gaps = zip(samples, samples.dropFirst()).count { $1.frame > $0.frame + 1 }
        sources = ObservationSource.allCases.map { source in samples.count { $0.source == source } }
        meanConfidence = mean(\.confidence).rounded(toDecimals: 3)
        leastConfidence = (samples.map(\.confidence).min() ?? 0).rounded(toDecimals: 3)
        doubtful = samples.count { $0.confidence < PackedTracks.lowConfidence }
        pathLength = zip(samples, samples.dropFirst()).reduce(0) { sum, pair in
            let (one, other) = (pair.0.box.center, pair.1.box.center)
            return sum + ((other.x - one.x) * (other.x - one.x) + (other.y - one.y) * (other.y - one.y)).squareRoot()
        }.rounded(toDecimals: 1)
        meanWidth = mean(\.box.width).rounded(toDecimals: 1)
        meanHeight = mean(\.box.height).rounded(toDecimals: 1)
    }
}

extension Double {
    /// Halves away from zero; what is no number a page can hold is 0.
    func rounded(toDecimals decimals: Int) -> Double {
        guard isFinite else { return 0 }
        let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        return (self * power).rounded() / power
    }
}
