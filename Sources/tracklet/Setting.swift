/// One option with its value, from the command line or a configuration file.
struct Setting: Equatable {
    let name: String
    /// Nil for a switch that is on.
    let value: String?
}
