internal import Foundation
internal import TrackModel

/// Finds cascade files by name.
///
/// Searched in this order, the first hit counts:
/// 1. the folder the user names,
/// 2. the folder named by the environment variable `TRACKLET_CASCADES`,
/// 3. `Models` in the working directory,
/// 4. `Models` beside the program, in its package (`.build/release/tracklet` belongs to the package three folders up), and
///    `share/tracklet/Models` next to a `bin` it is installed in,
/// 5. where distributions put OpenCV's data: `/usr/share/opencv4`, `/usr/local/share/opencv4`, `/opt/homebrew/share/opencv4`,
///    `/opt/local/share/opencv4` and the same with `opencv`, each in `haarcascades` and `lbpcascades`.
///
/// In the folders of 1 to 4 a file may also lie in `haarcascades` or `lbpcascades`.
public struct CascadeLocator: Sendable, Hashable {
    /// The environment variable that names a folder of cascades.
    public static let environmentVariable = "TRACKLET_CASCADES"

    /// In search order.
    public let folders: [String]

    /// - Parameters:
    ///   - folder: searched first; nil for none.
    ///   - environment: nil for the process's own.
    ///   - workingDirectory: nil for the process's own.
    ///   - executable: the program's path; nil for the process's own.
    public init(
        folder: String? = nil, environment: [String: String]? = nil,
        workingDirectory: String? = nil, executable: String? = nil
    ) {
        var roots: [String] = []
        if let folder { roots.append(folder) }
        let environment = environment ?? ProcessInfo.processInfo.environment
        if let named = environment[Self.environmentVariable], !named.isEmpty { roots.append(named) }
        let directory = workingDirectory ?? FileManager.default.currentDirectoryPath
        roots.append(Self.join(directory, "Models"))
        if let program = executable ?? Bundle.main.executablePath {
            roots += Self.folders(beside: program)
        }
        let own = roots.flatMap { [$0, Self.join($0, "haarcascades"), Self.join($0, "lbpcascades")] }
        folders = Self.unique(own + Self.systemFolders)
    }

    /// Searches only the given folders.
    public init(folders: [String]) {
        self.folders = folders
    }

    /// The path of the first file of this name, or nil.
    public func path(of file: String) -> String? {
        folders.lazy.map { Self.join($0, file) }.first { FileManager.default.isReadableFile(atPath: $0) }
    }

    /// Throws `TrackletError` (`failure`) that names the folders searched and the package to install.
    public func requiredPath(of file: String) throws -> String {
        if let path = path(of: file) { return path }
        let places = folders.filter { FileManager.default.fileExists(atPath: $0) }
        throw TrackletError(
            .failure,
            "The cascade \(file) is not there: searched \(folders.joined(separator: ", ")) (\(places.count) of these exist); install the package opencv-data (Debian, Ubuntu) or opencv (Homebrew), or name a folder that has it in \(Self.environmentVariable)."
        )
    }

    private static let systemFolders: [String] = [
        "/usr/share", "/usr/local/share", "/opt/homebrew/share", "/opt/local/share",
    ]
    .flatMap { share in ["opencv4", "opencv"].map { "\(share)/\($0)" } }
    .flatMap { ["\($0)/haarcascades", "\($0)/lbpcascades"] }

    private static func folders(beside program: String) -> [String] {
        let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
        let package = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return [
            folder.appendingPathComponent("Models").path,
            package.appendingPathComponent("Models").path,
            folder.deletingLastPathComponent().appendingPathComponent("share/tracklet/Models").path,
        ]
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    private static func unique(_ folders: [String]) -> [String] {
        folders.reduce(into: []) { known, folder in
            if !known.contains(folder) { known.append(folder) }
        }
    }
}
