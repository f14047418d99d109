import Foundation
import TrackFormats
import TrackModel
import VideoIO

/// A folder of thumbnails: `track-0001.jpg` and so on, and `contact-sheet.jpg`.
struct ThumbnailFolder {
    private static let sheet = "contact-sheet.jpg"

    private let path: String
    private let overwrite: Bool

    /// Throws `TrackletError` (`cannotCreate`) when there are thumbnails already that may not be replaced, or it is no folder.
    init(path: String, overwrite: Bool) throws {
        self.path = path
        self.overwrite = overwrite
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else {
            throw TrackletError(
                .cannotCreate,
                "The thumbnails cannot go to \(path): it is a file; name a folder, there or not yet there.")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        if !overwrite, let known = names.sorted().first(where: Self.isOurs) {
            throw TrackletError(
                .cannotCreate,
                "The folder \(path) holds thumbnails already (\(known)), which are left as they are; choose another, or allow them to be replaced (--overwrite)."
            )
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name == sheet || name.wholeMatch(of: #/track-\d+\.jpg/#) != nil
    }

    /// Writes all thumbnails, each of which appears whole. Throws `TrackletError` when that fails.
    func write(_ thumbnails: [ThumbnailCollector.Thumbnail]) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw TrackletError(
                .cannotCreate,
                "The folder \(path) for thumbnails cannot be created: a part of it is a file, or you have no right to; choose another."
            )
        }
        for thumbnail in thumbnails {
            let number = "\(thumbnail.track)"
            let name = "track-" + String(repeating: "0", count: max(0, 4 - number.count)) + number + ".jpg"
            try write(thumbnail.photo, name)
        }
        if !thumbnails.isEmpty { try write(try ContactSheet.make(of: thumbnails), Self.sheet) }
    }

    private func write(_ photo: VideoPicture, _ name: String) throws {
        let file = try AtomicFile(path: path + "/" + name, overwrite: overwrite)
        try file.write(try PhotoEncoder.jpeg(of: photo))
        try file.finish()
    }
}
