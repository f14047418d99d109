/// One thing that is wrong with a track file.
public struct Finding: Error, Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Some reader of the format refuses the file for it, or takes it for something else.
        case error
        /// Every reader takes the file; it may still not be what was meant.
        case warning
    }

    /// From 1; nil when it concerns the file as a whole.
    public let line: Int?
    public let severity: Severity
    /// What is wrong and, where it is another's rule, whose: "height is -3, and a height cannot be negative".
    public let message: String
    /// Whether the file cannot be read here for it.
    let stopsReading: Bool

    /// Something for which the file cannot be read.
    init(line: Int?, _ message: String) {
        self.line = line
        severity = .error
        self.message = message
        stopsReading = true
    }

    private init(line: Int?, severity: Severity, message: String) {
        self.line = line
        self.severity = severity
        self.message = message
        stopsReading = false
    }

    /// A rule of those who read the format, broken; the file can be read here all the same.
    static func rule(line: Int?, _ message: String) -> Finding {
        Finding(line: line, severity: .error, message: message)
    }

    static func warning(line: Int?, _ message: String) -> Finding {
        Finding(line: line, severity: .warning, message: message)
    }
}
