/// What a report says of the run that made its tracks, beside what the tracks say themselves.
public struct ReportRun: Sendable {
    /// The options in effect, name to value.
    public var options: [String: String]
    /// What was done and how fast, a name and what there is to say of it.
    public var lines: [(name: String, text: String)]
    /// What the user should know, each a sentence.
    public var warnings: [String]

    public init(
        options: [String: String] = [:], lines: [(name: String, text: String)] = [], warnings: [String] = []
    ) {
        self.options = options
        self.lines = lines
        self.warnings = warnings
    }
}
