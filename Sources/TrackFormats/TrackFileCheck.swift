public import TrackModel

/// A track file, held to the rules of those who read its format.
public struct TrackFileCheck: Sendable {
    public let format: TrackFormat
    /// What is wrong with the file, in the order of its lines; nothing when every reader of its format takes it.
    public let findings: [Finding]
    /// What could be read of it.
    public let document: TrackDocument

    /// Parameters and errors are those of `TrackFile.read`, except that what is wrong with the content is a finding.
    public init(
        _ path: String, format: TrackFormat? = nil, options: TrackReadingOptions = TrackReadingOptions()
    ) throws(TrackletError) {
        var path = path
        if let format {
            self.format = format
        } else {
            (self.format, path) = try TrackFormat.resolve(path)
        }
        let reading = self.format.parse(try TrackText(contentsOf: path), options)
        document = reading.document
        findings = reading.findings + Self.timeFindings(in: reading.document)
    }

    /// Times that fall from one frame to the next: no video has them, and players that seek by time go astray.
    private static func timeFindings(in document: TrackDocument) -> [Finding] {
        for (frame, next) in zip(document.frames, document.frames.dropFirst()) where next.time < frame.time {
            return [
                .warning(
                    line: nil,
                    "frame \(next.frame) has the time \(next.time), which lies before that of frame \(frame.frame), \(frame.time)"
                )
            ]
        }
        return []
    }
}
