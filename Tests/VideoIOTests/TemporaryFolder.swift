import Foundation

/// A folder of a test's own that goes when the test ends.
final class TemporaryFolder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "videoio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String {
        let folder = url.path(percentEncoded: false)
        return name.isEmpty ? folder : folder + "/" + name
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Copies a fixture here under another name and returns its path.
    func copy(_ fixture: String, as name: String) throws -> String {
        try FileManager.default.copyItem(atPath: Fixture.path(fixture), toPath: path(name))
        return path(name)
    }
}
