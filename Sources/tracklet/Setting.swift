internal import TrackModel

/// One option with its value, from the command line or a configuration file.
struct Setting: Equatable {
    let name: String
    /// Nil for a switch that is on.
    let value: String?
    /// The configuration file it stands in; nil for the command line.
    var file: String?

    /// A failure that its value caused, in words that say where the value stands.
    func locating(_ error: TrackletError) -> TrackletError {
        guard let file else { return error }
        return TrackletError(.badData, "In the configuration file \(file): \(error.message)")
    }
}
