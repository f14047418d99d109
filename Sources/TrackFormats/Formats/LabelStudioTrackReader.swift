internal import Foundation
import TrackModel

/// Reads one Label Studio task: the regions of its first annotation, or else of its first prediction; those that are no
/// VideoRectangle are passed over.
///
/// Between two entries, the first of which is `enabled`, the box lies on a straight line; after an enabled last one it stays
/// until `framesCount`. Such boxes count as `interpolated`. An entry counts as `detected`, with its region's score,
/// unless it says otherwise. Tracks have the number of an id like "t3", or else the file's order. The picture's size must be told
/// by the regions or the options.
enum LabelStudioTrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        do {
            return try read(text, options)
        } catch {
            return CheckedReading(text) { () throws(TrackletError) in throw error }
        }
    }

    private static func read(_ text: TrackText, _ options: TrackReadingOptions) throws(TrackletError) -> CheckedReading
    {
        let json = JSONReading(text: text, line: nil, whole: "the document")
        // An export is a list of tasks; one task alone is taken too.
        let isList = text.bytes.first { !TrackText.isBlank($0) && $0 != UInt8(ascii: "\n") } == UInt8(ascii: "[")
        let tasks =
            isList
            ? try json.decode([LabelStudioTask].self, from: text.bytes)
            : [try json.decode(LabelStudioTask.self, from: text.bytes)]
        guard tasks.count == 1, let task = tasks.first else {
            throw text.fault(line: 1, "it holds \(tasks.count) tasks, and one video's tracks are read at a time")
        }
        var builder = LabelStudioBuilder(
            task: task, path: (isList ? [JSONStep(0)] : []) + task.path, places: JSONPlaces(bytes: text.bytes),
            options: options)
        return builder.reading()
    }
}

/// Makes tracks of a task, and holds it to the rules of Label Studio and label-studio-sdk.
private struct LabelStudioBuilder {
    let task: LabelStudioTask
    /// Where the regions stand.
    let path: [JSONStep]
    let places: JSONPlaces
    let options: TrackReadingOptions
    private var findings: [Finding] = []
    private var collector = FrameCollector()
    private var frameCount: Int?
    private var size: PixelSize?

    init(task: LabelStudioTask, path: [JSONStep], places: JSONPlaces, options: TrackReadingOptions) {
        self.task = task
        self.path = path
        self.places = places
        self.options = options
    }

    mutating func reading() -> CheckedReading {
        if task.frameRate == nil {
            findings.append(
                .warning(
                    line: line(of: []), "data has no \"fps\", and Label Studio assumes 24 or 25 frames per second then")
            )
        }
        let boxes = task.regions.enumerated().filter { $0.element.value != nil }
        if boxes.count < task.regions.count {
            let count = task.regions.count - boxes.count
            findings.append(.warning(line: line(of: []), "\(count) regions are no VideoRectangle and are passed over"))
        }
        let numbers = numbers(of: boxes.map(\.element))
        // First all that is named, so that the times it gives hold.
        var sparse: [(index: Int, track: SparseTrack)] = []
        for (place, (index, region)) in boxes.enumerated() {
            if let track = track(region, index: index, number: numbers[place]) { sparse.append((index, track)) }
        }
        for (index, track) in sparse {
            do {
                try track.forEachImplied(frameCount: frameCount ?? options.frameCount) { frame, observation in
                    add(observation, frame: frame, time: nil, path: [JSONStep(index)])
                }
            } catch {
                findings.append(error)
            }
        }
        var reading = CheckedReading()
        reading.findings = findings.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        var source = SourceFacts(
            name: task.video ?? "", size: size ?? PixelSize(width: 0, height: 0), nominalFrameRate: task.frameRate,
            declaredFrameCount: frameCount)
        source.declaredDuration = boxes.first?.element.value?.duration
        reading.document = TrackDocument(
            header: TrackFileHeader(source: source, producer: ""), frames: collector.sorted())
        return reading
    }

    private func numbers(of regions: [LabelStudioRegion]) -> [Int] {
        let ids = regions.compactMap { region in
            region.id.flatMap { $0.hasPrefix("t") ? Int($0.dropFirst()) : nil }
        }
        let areOurs = ids.count == regions.count && Set(ids).count == ids.count && ids.allSatisfy { $0 > 0 }
        return areOurs ? ids : Array(1..<(regions.count + 1))
    }

    /// The region's entries as a track, each of them added; nil when it cannot be read.
    private mutating func track(_ region: LabelStudioRegion, index: Int, number: Int) -> SparseTrack? {
        guard let value = region.value else { return nil }
        let here = [JSONStep(index)]
        guard let size = region.size ?? options.pictureSize else {
            findings.append(
                Finding(
                    line: line(of: here),
                    "boxes are in percent and the picture's size is not told; give it (--width and --height)"))
            return nil
        }
        self.size = self.size ?? size
        frameCount = frameCount ?? value.frameCount
        checkRules(region, value, here)
        tellOverhang(of: value, here)
        let label = value.labels.first ?? options.label
        var track = SparseTrack(entries: [])
        var lastFrame = 0
        for (position, entry) in value.sequence.enumerated() {
            let place = here + [JSONStep("value"), JSONStep("sequence"), JSONStep(position)]
            check(entry, after: lastFrame, of: value, place)
            lastFrame = max(lastFrame, entry.frame)
            guard entry.frame >= 1 else { continue }
            let percent = entry.percent
            let observation = Observation(
                track: number, label: label,
                box: Box(
                    left: percent.left / 100 * Double(size.width), top: percent.top / 100 * Double(size.height),
                    width: percent.width / 100 * Double(size.width), height: percent.height / 100 * Double(size.height)),
                confidence: entry.confidence ?? min(max(region.score ?? 1, 0), 1), source: entry.source ?? .detected)
            track.entries.append(
                SparseTrack.Entry(
                    frame: entry.frame - 1, observation: observation, isOpen: entry.isEnabled, line: nil))
            add(observation, frame: entry.frame - 1, time: entry.time, path: place)
        }
        track.entries.sort { $0.frame < $1.frame }
        return track
    }

    private mutating func add(_ observation: Observation, frame: Int, time: Double?, path: [JSONStep]) {
        var problem: String?
        if !collector.contains(frame: frame) {
            // Tools round times as they like: the first that is given holds.
            let rate = task.frameRate ?? options.frameRate ?? 0
            problem = collector.addFrame(frame, time: time ?? (rate > 0 ? Double(frame) / rate : 0))
        }
        problem = problem ?? collector.add(observation, toFrame: frame)
        if let problem { findings.append(Finding(line: line(of: path), problem)) }
    }

    private func line(of steps: [JSONStep]) -> Int { places.line(of: path + steps) }
}

// MARK: - Rules

extension LabelStudioBuilder {
    /// What Label Studio and label-studio-sdk (label_interface, postprocessing/video.py) ask of a region.
    private mutating func checkRules(_ region: LabelStudioRegion, _ value: LabelStudioValue, _ here: [JSONStep]) {
        if !region.hasNames {
            findings.append(
                .rule(line: line(of: here), "the region has no from_name or to_name, which Label Studio asks for"))
        }
        if value.sequence.isEmpty {
            findings.append(.rule(line: line(of: here), "the sequence is empty, and Label Studio asks for a box"))
        }
        if value.labels.isEmpty {
            findings.append(.warning(line: line(of: here), "the region has no label"))
        }
        if value.frameCount == nil || value.duration == nil {
            findings.append(
                .rule(line: line(of: here), "framesCount or duration is missing, which label-studio-sdk asks for"))
        }
        if let last = value.sequence.last, last.isEnabled, last.frame < value.frameCount ?? 0 {
            findings.append(
                .warning(
                    line: line(
                        of: here + [JSONStep("value"), JSONStep("sequence"), JSONStep(value.sequence.count - 1)]),
                    "the last box is enabled, so Label Studio keeps it until the video ends"))
        }
    }

    /// One word for all of a region's boxes: Label Studio takes them, and shows what lies within the picture.
    private mutating func tellOverhang(of value: LabelStudioValue, _ here: [JSONStep]) {
        let overhanging = value.sequence.indices.filter { index in
            let percent = value.sequence[index].percent
            return percent.left < 0 || percent.top < 0 || percent.right > 100.0001 || percent.bottom > 100.0001
        }
        guard let first = overhanging.first else { return }
        let place = here + [JSONStep("value"), JSONStep("sequence"), JSONStep(first)]
        let count = overhanging.count == 1 ? "the box reaches" : "from here on, \(overhanging.count) boxes reach"
        findings.append(.warning(line: line(of: place), "\(count) over the picture's edge"))
    }

    private mutating func check(
        _ entry: LabelStudioEntry, after lastFrame: Int, of value: LabelStudioValue, _ place: [JSONStep]
    ) {
        func tell(_ finding: (Int?, String) -> Finding, _ words: String) {
            findings.append(finding(line(of: place), words))
        }
        if entry.frame < 1 {
            tell(Finding.init(line:_:), "frame is \(entry.frame), and frames are counted from 1")
        } else if entry.frame < lastFrame {
            tell(Finding.warning, "frame \(entry.frame) comes after frame \(lastFrame)")
        }
        if let count = value.frameCount, entry.frame > count {
            tell(Finding.rule, "frame \(entry.frame) lies beyond the framesCount of \(count)")
        }
        let percent = entry.percent
        if percent.left > 100 || percent.top > 100 || percent.width > 100 || percent.height > 100 {
            tell(Finding.rule, "label-studio-sdk refuses x, y, width and height above 100 percent")
        }
        if entry.confidence.map({ !(0...1).contains($0) }) ?? false {
            tell(Finding.init(line:_:), "confidence is \(entry.confidence ?? 0), and it must lie between 0 and 1")
        }
        if !entry.isComplete {
            tell(
                Finding.rule,
                "enabled, rotation or time is missing, without which label-studio-sdk fails to interpolate")
        }
        if entry.rotation ?? 0 != 0 {
            tell(Finding.warning, "the box is turned by \(entry.rotation ?? 0)°; it is read upright")
        }
    }
}
