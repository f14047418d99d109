internal import Foundation
internal import TrackModel
internal import TrackReport
internal import VideoIO

/// What is to be made of a video and its tracks, as `track` and `render` are told.
struct VideoOptions {
    var video: String?
    var encoding = VideoWriterOptions()
    /// Nil when it was not said.
    var drawsTracks: Bool?
    var blur: String?
    var blurStyle = BlurStyle.gaussian
    var blurGrow = 1.5
    var blurHold = 0.5
    var audit: String?
    var thumbnails: String?
    var report: String?
    /// The options that were given.
    private(set) var given: Set<String> = []

    /// Whether the source has to be read for it.
    var isAsked: Bool { video != nil || thumbnails != nil || report != nil }

    /// Files and folders it writes.
    var outputs: [String] { [video, audit, thumbnails, report].compactMap(\.self) }

    /// Applies one of `VideoOptionTable`. Throws `TrackletError` (`usage`) for a value that is not usable.
    mutating func apply(_ value: ValueParser) throws {
        given.insert(value.option)
        let text = value.value
        switch value.option {
        case "video", "output":
            try VideoWriter.checkName(text)
            video = text
        case "crf": encoding.crf = try value.number(in: 1...51, "give a number from 1 to 51; 20 is usual")
        case "preset":
            let presets = VideoWriterOptions.presets
            guard presets.contains(text) else {
                throw value.failure("give one of \(presets.joined(separator: ", "))")
            }
            encoding.preset = text
        case "overlay":
            guard ["boxes", "none"].contains(text) else { throw value.failure("give boxes or none") }
            drawsTracks = text == "boxes"
        case "blur":
            _ = try BlurSelection(text)
            blur = text
        case "blur-style":
            guard let style = BlurStyle(rawValue: text) else { throw value.failure("give gaussian, pixelate or solid") }
            blurStyle = style
        case "blur-grow": blurGrow = try value.number(in: 1...5, "give a factor from 1 to 5")
        case "blur-hold": blurHold = try value.number(in: 0...10, "give seconds from 0 to 10")
        case "audit": audit = text
        case "thumbnails": thumbnails = text
        case "report": report = text
        default: preconditionFailure("the option \(value.option) is declared and not applied")
        }
    }

    /// Throws `TrackletError` (`usage`) for options that do nothing without another.
    func check(videoOption: String) throws {
        for name in ["crf", "preset", "overlay", "blur"] where given.contains(name) && video == nil {
            throw TrackletError(
                .usage, "--\(name) has no effect without a video; name one with \(videoOption), or leave it out.")
        }
        for name in ["blur-style", "blur-grow", "blur-hold", "audit"] where given.contains(name) && blur == nil {
            throw TrackletError(
                .usage, "--\(name) has no effect when nothing is covered; say what with --blur, or leave it out.")
        }
        for output in [audit, thumbnails, report] where output == "" {
            throw TrackletError(
                .usage, "An output has no name; name a file for --audit and --report, a folder for --thumbnails.")
        }
        if let report, !["html", "htm"].contains(URL(fileURLWithPath: report).pathExtension.lowercased()) {
            throw TrackletError(
                .usage, "\(report) does not end as a page does; name one for --report that ends in .html.")
        }
    }

    func request(overwrite: Bool) throws -> RenderRequest {
        var request = RenderRequest()
        request.video = video
        request.encoding = encoding
        request.drawsTracks = drawsTracks ?? (blur == nil)
        if let blur {
            var settings = BlurSettings(selection: try BlurSelection(blur))
            settings.style = blurStyle
            settings.grow = blurGrow
            settings.holdSeconds = blurHold
            request.blur = settings
        }
        request.audit = audit
        request.thumbnails = thumbnails
        request.report = report
        request.overwrite = overwrite
        return request
    }

    /// The options in effect as a configuration file says them.
    var entries: [String: ConfigurationValue] {
        var entries: [String: ConfigurationValue] = [
            "crf": .number(encoding.crf), "preset": .text(encoding.preset), "blur-style": .text(blurStyle.rawValue),
            "blur-grow": .number(blurGrow), "blur-hold": .number(blurHold),
        ].filter { given.contains($0.key) }
        entries["video"] = video.map { .text($0) }
        entries["overlay"] = drawsTracks.map { .text($0 ? "boxes" : "none") }
        entries["blur"] = blur.map { .text($0) }
        entries["audit"] = audit.map { .text($0) }
        entries["thumbnails"] = thumbnails.map { .text($0) }
        entries["report"] = report.map { .text($0) }
        return entries
    }
}
