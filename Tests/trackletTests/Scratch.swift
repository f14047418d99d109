import Foundation

/// A folder of a test's own, gone with it.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tracklet-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// The names in it, hidden ones too.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

    /// Empty when it is not there.
    func data(_ name: String) throws -> Data {
        has(name) ? try Data(contentsOf: URL(fileURLWithPath: self(name))) : Data()
    }

    func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

    @discardableResult
    func put(_ data: Data, _ name: String) throws -> String {
        try data.write(to: URL(fileURLWithPath: self(name)))
        return self(name)
    }

    @discardableResult
    func put(_ text: String, _ name: String) throws -> String { try put(Data(text.utf8), name) }

    func create(_ name: String) throws -> FileHandle {
        try put(Data(), name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: self(name)))
    }
}
