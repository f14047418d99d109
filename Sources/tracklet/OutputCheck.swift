internal import Foundation

/// Whether an output would destroy what it is made from.
enum OutputCheck {
    static func isSameFile(_ output: String, as input: String) -> Bool {
        var first = stat()
        var second = stat()
        guard output != "-", input != "-", stat(output, &first) == 0, stat(input, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
    }
}
