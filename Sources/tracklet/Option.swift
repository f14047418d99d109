/// One option of a subcommand, as its parser and its help know it.
struct Option {
    /// Without the dashes: "min-size".
    let name: String
    let short: Character?
    /// What the argument is called in the help: "N", "PATH"; nil for a switch.
    let argument: String?
    /// Sentences for the help: what it is, its unit and range, its default, what raising or lowering it does.
    let help: String

    init(_ name: String, short: Character? = nil, argument: String? = nil, help: String) {
        self.name = name
        self.short = short
        self.argument = argument
        self.help = help
    }

    /// "-n, --interval N"
    var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (argument.map { " \($0)" } ?? "")
    }

    /// The option's lines in the help, wrapped to 100 columns.
    var helpText: String {
        var lines: [String] = []
        var line = ""
        for word in help.split(separator: " ") {
            if line.count + word.count + 1 > 70 {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        let head = "  " + synopsis
        let indent = String(repeating: " ", count: 30)
        if head.count < 29 {
            return head + String(repeating: " ", count: 30 - head.count) + lines.joined(separator: "\n" + indent) + "\n"
        }
        return head + "\n" + indent + lines.joined(separator: "\n" + indent) + "\n"
    }
}

/// Options under a title, as the help shows them.
struct OptionSection {
    let title: String
    let options: [Option]

    var helpText: String { "\(title):\n" + options.map(\.helpText).joined() }
}
