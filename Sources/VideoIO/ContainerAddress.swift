/// What is opened and how, in FFmpeg's terms.
struct ContainerAddress: Sendable, Hashable {
    enum Medium: Sendable, Hashable {
        case file
        /// A file that is one picture.
        case picture
        case standardInput
        case network
        /// A camera, by the name of FFmpeg's input device.
        case device(String)
    }

    /// As the user gave it; "-" for standard input.
    var name: String
    /// What FFmpeg opens.
    var url: String
    var medium: Medium

    /// What messages call it.
    var spokenName: String { name == "-" ? "Standard input" : SourceName.shown(name) }
}
