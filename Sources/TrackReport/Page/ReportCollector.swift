import Foundation
import TrackModel
import VideoIO

/// Gathers what a report shows while the pictures of the video go by: the time of each frame, and the pictures to draw paths on.
struct ReportCollector {
    private let timeline: TrackTimeline
    private let facts: SourceFacts
    private let plan: StillPlan
    private let encoder = PhotoEncoder()
    private var times: [(frame: Int, time: Double)] = []
    private var stills: [Int: VideoPicture] = [:]

    /// Characters each part of a page may take, so that all of it stays below 2 MB.
    private enum Budget {
        static let keys = 600_000
        static let faces = 560_000
        static let stills = 280_000
    }

    /// Characters all pictures may take.
    static let pictureBudget = Budget.faces + Budget.stills

    private static let stillSide = 480.0
    /// Spans of one risk that the page lists.
    private static let spansShown = 12

    init(_ timeline: TrackTimeline, facts: SourceFacts) {
        self.timeline = timeline
        self.facts = facts
        plan = StillPlan(timeline.paths)
    }

    /// How many pictures of a track a page has room for, and how large.
    static func pictures(forTracks count: Int) -> (parts: Int, side: Double) {
        count <= 24 ? (3, 144) : count <= 120 ? (1, 128) : (1, 72)
    }

    /// Takes the next picture, on which everything is covered that shall not be seen, and no box is drawn.
    mutating func look(at picture: VideoPicture) throws {
        times.append((picture.index, picture.time))
        let isPlanned = plan.frames.contains(picture.index) || (plan.frames.isEmpty && stills.isEmpty)
        guard isPlanned else { return }
        let scale = min(1, Self.stillSide / Double(max(picture.size.width, picture.size.height)))
        stills[picture.index] = try encoder.photo(
            of: picture, part: picture.size.bounds, size: Self.scaled(picture.size, by: scale))
    }

    private static func scaled(_ size: PixelSize, by scale: Double) -> PixelSize {
        PixelSize(
            width: max(2, Int((Double(size.width) * scale).rounded())),
            height: max(2, Int((Double(size.height) * scale).rounded())))
    }

    // MARK: - The data of the page

    /// - Parameters:
    ///   - faces: the best pictures of the tracks.
    ///   - video: the video the page shows.
    func data(
        faces: ThumbnailCollector?, video: ReportData.Video?, run: ReportRun, audit: BlurAudit?, producer: String
    ) throws -> ReportData {
        let paths = timeline.paths
        let packed = PackedTracks(paths, size: facts.size, budget: Budget.keys)
        let pictures = try pictures(faces)
        let (kept, stills) = try encodedStills()
        var heat = HeatMap(size: facts.size)
        for path in paths { for sample in path.samples { heat.add(sample.box) } }
        let presence = Presence(paths, frames: times.map(\.frame))
        return ReportData(
            producer: producer, source: ReportData.Source(facts), video: video,
            frames: .init(first: times.first?.frame ?? 0, count: times.count, times: PackedTimes.base64(times)),
            unit: packed.unit, tolerance: packed.tolerance, sources: ObservationSource.allCases.map(\.rawValue),
            lowConfidence: PackedTracks.lowConfidence, emptyFrames: presence.empty, mostAtOnce: presence.most,
            tracks: paths.enumerated().map { place, path in
                let (first, last) = (path.samples[0], path.samples[path.samples.count - 1])
                return ReportData.Track(
                    track: path.track, label: path.label, color: TrackColor.of(track: path.track).hexadecimal,
                    firstFrame: first.frame, lastFrame: last.frame, firstTime: time(of: first),
                    lastTime: time(of: last), numbers: TrackNumbers(path), keys: packed.keys[place],
                    runs: packed.runs[place], pictures: pictures[path.track] ?? [],
                    still: plan.place(for: path).flatMap { kept.firstIndex(of: plan.frames[$0]) })
            },
            stills: stills,
            heat: .init(
                columns: heat.columns, rows: heat.rows, levels: Data(heat.levels).base64EncodedString(),
                most: heat.most.rounded(toDecimals: 1)),
            options: run.options.sorted { $0.key < $1.key }.map { .init(name: $0.key, text: $0.value) },
            run: run.lines.map { .init(name: $0.name, text: $0.text) }, warnings: run.warnings,
            audit: audit.map { $0.reported(spansShown: Self.spansShown) })
    }

    /// The video's own time of a sample's frame: files of some formats hold none.
    private func time(of sample: TrackPath.Sample) -> Double {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].frame < sample.frame { low = middle + 1 } else { high = middle }
        }
        let known = low < times.count && times[low].frame == sample.frame
        return (known ? times[low].time : sample.time).rounded(toDecimals: 3)
    }

    /// By track. First the best one of each track, those of the longest tracks before others, then the others, as far as there is room.
    private func pictures(_ faces: ThumbnailCollector?) throws -> [Int: [ReportData.Picture]] {
        guard let faces else { return [:] }
        let side = Self.pictures(forTracks: timeline.paths.count).side
        let order = timeline.paths.sorted { ($1.samples.count, $0.track) < ($0.samples.count, $1.track) }
        let best = Dictionary(uniqueKeysWithValues: faces.thumbnails.map { ($0.track, $0) })
        let firsts = order.compactMap { best[$0.track] }
        let others = order.flatMap { path in
            faces.pictures(of: path.track).filter { $0.frame != best[path.track]?.frame }
        }
        var pictures: [Int: [ReportData.Picture]] = [:]
        var room = Budget.faces
        for face in firsts + others {
            let longer = Double(max(face.photo.size.width, face.photo.size.height))
            let size = Self.scaled(face.photo.size, by: min(1, side / longer))
            let photo = try encoder.photo(of: face.photo, part: face.photo.size.bounds, size: size)
            let picture = try Self.encoded(photo, frame: face.frame, time: face.time, quantiser: 6)
            guard picture.jpeg.utf8.count <= room else { break }
            room -= picture.jpeg.utf8.count
            pictures[face.track, default: []].append(picture)
        }
        return pictures
    }

    /// The frames that there is room for, ascending, and their pictures.
    private func encodedStills() throws -> (frames: [Int], pictures: [ReportData.Picture]) {
        var room = Budget.stills
        var kept: [(Int, ReportData.Picture)] = []
        for (frame, photo) in stills.sorted(by: { $0.key < $1.key }) {
            let picture = try Self.encoded(photo, frame: frame, time: photo.time, quantiser: 9)
            guard picture.jpeg.utf8.count <= room else { continue }
            room -= picture.jpeg.utf8.count
            kept.append((frame, picture))
        }
        return (kept.map(\.0), kept.map(\.1))
    }

    private static func encoded(
        _ photo: VideoPicture, frame: Int, time: Double, quantiser: Int
    ) throws -> ReportData.Picture {
        ReportData.Picture(
            frame: frame, time: time.rounded(toDecimals: 3), width: photo.size.width, height: photo.size.height,
            jpeg: Data(try PhotoEncoder.jpeg(of: photo, quantiser: quantiser)).base64EncodedString())
    }
}

/// How many tracks the frames of a video have.
private struct Presence {
    private(set) var empty = 0
    private(set) var most = 0

    init(_ paths: [TrackPath], frames: [Int]) {
        var counts: [Int: Int] = [:]
        for path in paths { for sample in path.samples { counts[sample.frame, default: 0] += 1 } }
        empty = frames.count { counts[$0] == nil }
        most = counts.values.max() ?? 0
    }
}

extension ReportData.Source {
    fileprivate init(_ facts: SourceFacts) {
        self.init(
            name: facts.name.split(separator: "/").last.map(String.init) ?? facts.name, width: facts.size.width,
            height: facts.size.height, rate: facts.nominalFrameRate?.rounded(toDecimals: 3),
            declaredFrames: facts.declaredFrameCount,
            declaredDuration: facts.declaredDuration?.rounded(toDecimals: 3), codec: facts.codec,
            rotation: facts.rotation)
    }
}

extension TrackColor {
    fileprivate var hexadecimal: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
