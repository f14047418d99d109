public import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The videos in a folder and the folders in it.
public struct VideoFolder: Sendable {
    /// Paths relative to the folder, in natural order ("day2/a.mp4" before "day10/a.mp4").
    public let videos: [String]
    /// For each folder in it that cannot be read, why.
    public let failures: [TrackletError]

    /// Searches the folder for files with a video's ending. Hidden files and folders and links to folders are passed over.
    ///
    /// Throws `TrackletError` (`noInput`) when the folder itself cannot be read.
    public init(searching folder: String) throws(TrackletError) {
        var found: [String] = []
        var failures: [TrackletError] = []
        var waiting = [""]
        while let place = waiting.popLast() {
            do throws(TrackletError) {
                for name in try Self.names(in: place.isEmpty ? folder : PictureFolder.join(folder, place)) {
                    let relative = place + name
                    let path = PictureFolder.join(folder, relative)
                    switch FileKind(path: path) {
                    case .file? where Self.isVideo(name): found.append(relative)
                    case .folder? where !Self.isLink(path): waiting.append(relative + "/")
                    default: break
                    }
                }
            } catch {
                guard !place.isEmpty else { throw error }
                failures.append(error)
            }
        }
        videos = found.sorted(by: NaturalOrder.precedes)
        self.failures = failures.sorted { NaturalOrder.precedes($0.message, $1.message) }
    }

    /// Whether a folder is one image sequence: there are pictures in it, and no video beside them.
    public static func isImageSequence(_ folder: String) -> Bool {
        guard let names = try? names(in: folder), !names.contains(where: isVideo),
            let pictures = try? PictureFolder.paths(in: folder)
        else { return false }
        return !pictures.isEmpty
    }

    /// Whether the name ends as videos' names do.
    static func isVideo(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    private static func names(in folder: String) throws(TrackletError) -> [String] {
        try PictureFolder.names(in: folder).filter { !$0.hasPrefix(".") }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Those of FFmpeg's containers and raw streams that hold videos; a file with another ending is named by itself.
    private static let endings: Set<String> = [
        "264", "265", "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "gif", "h264", "h265", "hevc", "ivf",
        "m1v", "m2ts", "m2v", "m4v", "mjpeg", "mjpg", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "obu",
        "ogm", "ogv", "qt", "rm", "rmvb", "ts", "vob", "webm", "wmv", "y4m",
    ]
}
