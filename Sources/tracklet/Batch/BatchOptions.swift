internal import TrackFormats
internal import TrackModel

/// What `track` can be told about several videos.
struct BatchOptions {
    /// Nil for one video that goes where -o says.
    var folder: String?
    /// Each once, in the order named; empty when none was named.
    var namedFormats: [TrackFormat] = []
    /// Nil when not told.
    var namedJobs: Int?
    var resumes = false

    var formats: [TrackFormat] { namedFormats.isEmpty ? [.csv] : namedFormats }
    var jobs: Int { namedJobs ?? 1 }

    /// Throws `TrackletError` (`usage`) when the value is not usable.
    mutating func apply(_ value: ValueParser) throws {
        switch value.option {
        case "output-dir":
            guard !value.value.isEmpty else { throw value.failure("name a folder") }
            folder = value.value
        case "format":
            for name in value.value.split(separator: ",", omittingEmptySubsequences: false) {
                let format = try Self.format(String(name), value)
                if !namedFormats.contains(where: { $0.name == format.name }) { namedFormats.append(format) }
            }
        case "jobs": namedJobs = try value.integer(in: 1...64, "give a count from 1 to 64")
        case "resume": resumes = true
        default: preconditionFailure("the option \(value.option) is declared and not applied")
        }
    }

    private static func format(_ name: String, _ value: ValueParser) throws -> TrackFormat {
        if let format = TrackFormat.named(name) { return format }
        let names = TrackFormat.all.map(\.name)
        let hint = NearestName.of(name, among: names).map { "did you mean \($0)? " } ?? ""
        throw value.failure("there is no format '\(name)'; \(hint)the formats are \(names.joined(separator: ", "))")
    }

    /// As a configuration file says them.
    var entries: [String: ConfigurationValue] {
        var entries: [String: ConfigurationValue] = [:]
        guard let folder else { return entries }
        entries["output-dir"] = .text(folder)
        entries["format"] = .list(formats.map { .text($0.name) })
        entries["jobs"] = .whole(jobs)
        entries["resume"] = .flag(resumes)
        return entries
    }

    /// The option that has a meaning with --output-dir alone and was given without it; nil when there is none.
    var strayOption: String? {
        guard folder == nil else { return nil }
        if !namedFormats.isEmpty { return "--format" }
        if namedJobs != nil { return "--jobs" }
        return resumes ? "--resume" : nil
    }
}
