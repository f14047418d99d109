internal import TrackModel
internal import TrackTuning
internal import Trackers
internal import TrackingPipeline

/// What `tracklet tune` can be told beside the options of `track`.
struct TuneOptions {
    var intervals = [1, 2, 5, 10, 15, 30].map(DetectionInterval.frames)
    /// Nil when none was named.
    var namedLevels: [TrackingLevel]?
    /// In HOTA, 0 to 100.
    var loss = 1.0
    var plan = SamplePlan()
    var jsonPath: String?
    var reportPath: String?
    /// Where something is written, in the order of the options.
    var outputs: [String] { [jsonPath, reportPath].compactMap(\.self) }

    init() {}

    /// Throws `TrackletError` (`usage`) for the first value that is not usable.
    init(_ parsed: ParsedArguments) throws {
        for (option, text) in parsed.options {
            let value = ValueParser(option: option.name, value: text ?? "")
            switch option.name {
            case "intervals": intervals = try value.intervals()
            case "levels": namedLevels = try value.levels()
            case "loss": loss = try value.number(in: 0...100, "give HOTA from 0 to 100; 1 is usual")
            case "samples": plan.count = try value.integer(in: 1...1000, "give a count from 1 to 1000")
            case "sample":
                plan.seconds =
                    value.value == "all" ? nil : try value.number(in: 1...86400, "give seconds from 1 to 86400, or all")
            case "json": jsonPath = value.value
            case "report": reportPath = value.value
            default: break
            }
        }
        guard outputs != ["-", "-"] else {
            throw TrackletError(
                .usage, "--json and --report both go to standard output; name a file for one of the two.")
        }
    }

    /// The settings, each level with all intervals, ascending in what they were named; and the place of the reference.
    ///
    /// Throws `TrackletError` (`usage`) when there is nothing to compare, or --tracker stands beside --levels.
    func settings(tracker name: String?) throws -> (settings: [TuningSetting], reference: Int) {
        if let name, namedLevels != nil {
            throw TrackletError(
                .usage,
                "--tracker \(name) stands beside --levels, and takes the place of all; leave one of the two out.")
        }
        let trackers: [(name: String, factory: TrackerFactory)]
        if let name {
            trackers = [(name, try TrackerRegistry.make(name: name))]
        } else {
            trackers = (namedLevels ?? [.accurate]).map { ($0.rawValue, TrackerRegistry.factory(for: $0)) }
        }
        let best = trackers.firstIndex { $0.name == TrackingLevel.accurate.rawValue } ?? 0
        var settings: [TuningSetting] = []
        var reference = 0
        for (index, tracker) in trackers.enumerated() {
            let isWithout = index == best && !intervals.contains(.frames(1))
            for interval in (isWithout ? [.frames(1)] : []) + intervals {
                if index == best, interval == .frames(1) { reference = settings.count }
                settings.append(
                    TuningSetting(interval: interval, tracker: tracker.factory, trackerName: tracker.name))
            }
        }
        guard settings.count > 1 else {
            throw TrackletError(
                .usage,
                "--intervals 1 is the reference and there is nothing to hold against it; name another, as in --intervals 1,5,10."
            )
        }
        return (settings, reference)
    }
}

extension ValueParser {
    /// "1,5,0.4s": each once.
    fileprivate func intervals() throws -> [DetectionInterval] {
        let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let intervals = try parts.map { part in
            do {
                return try ValueParser(option: option, value: part).interval()
            } catch {
                throw failure("give intervals with commas between, as in 1,5,10 or 1,0.4s; '\(part)' is none")
            }
        }
        guard Set(intervals).count == intervals.count else { throw failure("name each interval once") }
        guard intervals.count <= 32 else { throw failure("name at most 32 intervals") }
        return intervals
    }

    /// "fast,accurate": each once.
    fileprivate func levels() throws -> [TrackingLevel] {
        let levels = value.split(separator: ",", omittingEmptySubsequences: false).map {
            TrackingLevel(rawValue: String($0))
        }
        let known = levels.compactMap(\.self)
        guard known.count == levels.count, Set(known).count == known.count else {
            throw failure("give fast, accurate or fast,accurate")
        }
        return known
    }
}
