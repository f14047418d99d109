public import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The pictures in a folder, as the frames of a video.
public enum PictureFolder {
    /// Endings of still pictures FFmpeg decodes. GIF is not among them: it is a video.
    private static let endings: Set<String> = [
        "avif", "bmp", "dpx", "exr", "hdr", "heic", "j2k", "jp2", "jpe", "jpeg", "jpg", "jxl", "pam", "pbm", "pcx",
        "pgm", "png",
        "pnm", "ppm", "qoi", "ras", "sgi", "sun", "tga", "tif", "tiff", "webp", "xbm", "xpm",
    ]

    static func isPicture(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }

    /// The paths of the folder's pictures in natural order ("2.png" before "10.png"); hidden files, other files and folders are left out.
    ///
    /// Throws `TrackletError` (`noInput`) when the folder cannot be read.
    public static func paths(in folder: String) throws(TrackletError) -> [String] {
        try names(in: folder)
            .filter { !$0.hasPrefix(".") && isPicture($0) }
            .map { (name: $0, path: join(folder, $0)) }
            .filter { if case .file = FileKind(path: $0.path) { true } else { false } }
            .sorted { NaturalOrder.precedes($0.name, $1.name) }
            .map(\.path)
    }

    /// The folders in a folder, by name, in natural order; hidden ones are left out. Throws as `paths` does.
    public static func folders(in folder: String) throws(TrackletError) -> [String] {
        try names(in: folder)
            .filter { !$0.hasPrefix(".") && FileKind(path: join(folder, $0)) == .folder }
            .sorted(by: NaturalOrder.precedes)
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// All names in a folder, in no particular order.
    static func names(in folder: String) throws(TrackletError) -> [String] {
        guard let stream = opendir(folder) else {
            throw TrackletError(
                .noInput,
                "The folder \(folder) cannot be read: \(FFmpegFailure.cause(of: -errno)); check your right to read it.")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
