import Foundation

/// The built program, run as a child process.
///
/// Its standard output and error go to files, so that it never waits for a reader, unless `output` or `errors` say otherwise.
final class CommandRun {
    let process = Process()
    private let scratch: Scratch
    private let watchdog: DispatchWorkItem

    /// - Parameters:
    ///   - folder: where it works.
    ///   - input: what it reads as standard input; nil for nothing.
    init(
        _ arguments: [String], of program: URL = CommandRun.program, in folder: Scratch? = nil, input: Any? = nil,
        output: Pipe? = nil, errors: Pipe? = nil
    ) throws {
        scratch = try Scratch()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: (folder ?? scratch).path)
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try output ?? scratch.create("stdout")
        process.standardError = try errors ?? scratch.create("stderr")
        let process = process
        // A child that hangs is a failure to be told, not a test run that never ends.
        watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: watchdog)
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end.
    func result() throws -> CommandResult {
        process.waitUntilExit()
        watchdog.cancel()
        return CommandResult(
            status: process.terminationStatus, crashed: process.terminationReason == .uncaughtSignal,
            data: try scratch.data("stdout"), errors: try scratch.text("stderr"))
    }

    /// Beside the test bundle.
    static let program: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL).appending(path: "tracklet")
    }()
}

/// How a run ended, and what it said.
struct CommandResult {
    let status: Int32
    let crashed: Bool
    let data: Data
    let errors: String

    var output: String { String(decoding: data, as: UTF8.self) }
}

/// Runs `tracklet` to its end.
func tracklet(_ arguments: String..., in folder: Scratch? = nil) throws -> CommandResult {
    try CommandRun(arguments, in: folder).result()
}

func tracklet(_ arguments: [String], in folder: Scratch? = nil) throws -> CommandResult {
    try CommandRun(arguments, in: folder).result()
}

/// Runs a line of shell, in which $TRACKLET is the program.
func shell(_ line: String, in folder: Scratch) throws -> CommandResult {
    let line = "TRACKLET='\(CommandRun.program.path)'; " + line
    return try CommandRun(["-c", line], of: URL(fileURLWithPath: "/bin/sh"), in: folder).result()
}
