/// A value in a configuration file: JSON, as far as options need it.
enum ConfigurationValue: Equatable, Sendable {
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([ConfigurationValue])
    case group([String: ConfigurationValue])

    /// What stands after the option on a command line; nil for what cannot stand there.
    var commandLineText: String? {
        switch self {
        case .text(let text): text
        case .whole(let number): "\(number)"
        case .number(let number): "\(number)"
        case .flag, .list, .group: nil
        }
    }
}

extension ConfigurationValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .whole(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ConfigurationValue].self) {
            self = .list(list)
        } else {
            self = .group(try container.decode([String: ConfigurationValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .whole(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .group(let group): try container.encode(group)
        }
    }
}
