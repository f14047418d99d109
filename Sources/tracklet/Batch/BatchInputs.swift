internal import Foundation
internal import TrackModel
internal import VideoIO

/// The videos that the operands stand for.
struct BatchInputs {
    /// Each once, in the order named; those of a folder in natural order.
    private(set) var videos: [BatchVideo] = []
    /// Folders that are no use, and why.
    private(set) var failures: [TrackletError] = []

    /// A file is a video. A folder with pictures and no video directly in it is one sequence of pictures, as for a single run;
    /// any other is searched for videos, with the folders in it. A pattern (frames/%05d.png) is one sequence too.
    ///
    /// Throws `TrackletError` (`usage`) for a stream, which has no name and cannot be read twice.
    init(_ operands: [String]) throws {
        for operand in operands {
            try Self.checkIsNoStream(operand)
            guard Self.kind(of: operand) == S_IFDIR else {
                let isPattern = operand.contains("%") && Self.kind(of: operand) == nil
                videos.append(BatchVideo(path: operand, isSequence: isPattern))
                continue
            }
            guard !VideoFolder.isImageSequence(operand) else {
                videos.append(BatchVideo(path: operand, isSequence: true))
                continue
            }
            do {
                let found = try VideoFolder(searching: operand)
                videos += found.videos.map { BatchVideo(folder: operand, path: $0) }
                failures += found.failures
                if found.videos.isEmpty {
                    failures.append(
                        TrackletError(
                            .noInput,
                            "\(operand) is a folder without videos or pictures; name one with video files in it, or the files themselves."
                        ))
                }
            } catch {
                failures.append(error)
            }
        }
        var known: Set<String> = []
        videos = videos.filter { known.insert($0.identity).inserted }
    }

    private static func checkIsNoStream(_ operand: String) throws {
        let kind = kind(of: operand)
        let isStream = kind.map { $0 != S_IFREG && $0 != S_IFDIR } ?? operand.contains("://")
        guard !operand.isEmpty else { throw TrackletError(.usage, "A video has no name; name a video file.") }
        guard operand == "-" || isStream else { return }
        throw TrackletError(
            .usage,
            "\(operand == "-" ? "Standard input" : operand) cannot be tracked with --output-dir, which takes files and folders; track it by itself, with -o."
        )
    }

    /// Nil when there is nothing of that name.
    private static func kind(of path: String) -> mode_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }
}
