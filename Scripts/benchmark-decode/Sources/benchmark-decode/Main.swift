import Foundation
import VideoIO

/// Reads a video to its end with tracklet's own reader and does nothing with the frames: the floor under every tracker's time.
///
/// Says "first frame" when the first has come, and "frames N" at the end.
@main
enum Main {
    static func main() async throws {
        var count = 0
        for try await _ in try VideoReader.open(CommandLine.arguments.dropFirst().first ?? "-") {
            if count == 0 { say("first frame") }
            count += 1
        }
        say("frames \(count)")
    }

    /// At once, also along a pipe.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
