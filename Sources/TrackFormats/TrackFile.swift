public import TrackModel

/// Reads track files of every format.
public enum TrackFile {
    /// The tracks in a file.
    ///
    /// - Parameters:
    ///   - path: `PATH` with an ending that names the format, or `format:PATH`; the path "-" is standard input. With a
    ///     `format` given, the path alone.
    ///   - format: nil to find it out from the path.
    ///   - options: what the file does not say of itself.
    ///
    /// Throws `noInput` when the file is not there or cannot be opened, `usage` when its format is unknown, and `badData`,
    /// naming the file and the line, when it is not what its format says.
    public static func read(
        _ path: String, format: TrackFormat? = nil, options: TrackReadingOptions = TrackReadingOptions()
    ) throws(TrackletError) -> TrackDocument {
        if let format {
            let text = try TrackText(contentsOf: path)
            return try format.parse(text, options).readDocument(text)
        }
        let (format, path) = try TrackFormat.resolve(path)
        return try read(path, format: format, options: options)
    }
}
