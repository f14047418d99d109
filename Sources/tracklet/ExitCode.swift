internal import TrackModel

/// How the program ends: 0, 1, the values of sysexits.h where one fits, 130 after an interruption.
enum ExitCode: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case interrupted = 130

    init(_ kind: TrackletError.Kind) {
        switch kind {
        case .usage: self = .usage
        case .badData: self = .badData
        case .noInput: self = .noInput
        case .cannotCreate: self = .cannotCreate
        case .failure: self = .failure
        }
    }
}
