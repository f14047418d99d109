import CFFmpeg
import Testing
import TrackModel

@testable import VideoIO

@Suite("Orientation")
struct OrientationTests {
    private static let one: Int32 = 1 << 16

    /// All eight, as the first, second, fourth and fifth number of a display matrix.
    static let matrices: [[Int32]] = [
        [one, 0, 0, one], [-one, 0, 0, one], [one, 0, 0, -one], [-one, 0, 0, -one],
        [0, one, -one, 0], [0, -one, one, 0], [0, one, one, 0], [0, -one, -one, 0],
    ]

    private func made(of numbers: [Int32]) -> Orientation? {
        Orientation(displayMatrix: [numbers[0], numbers[1], 0, numbers[2], numbers[3], 0, 0, 0, 1 << 30])
    }

    @Test("each pixel lands where the matrix shows it", arguments: matrices, [1, 3])
    func copies(_ numbers: [Int32], _ pixelBytes: Int) throws {
        let orientation = try #require(made(of: numbers))
        let size = PixelSize(width: 67, height: 130)
        let row = size.width * pixelBytes + 5
        let source = (0..<row * size.height).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
        let upright = orientation.turned(size)
        let uprightRow = upright.width * pixelBytes + 7
        var result = [UInt8](repeating: 0, count: uprightRow * upright.height)
        orientation.copy(
            source, size: size, sourceRow: row, pixelBytes: pixelBytes, to: &result, destinationRow: uprightRow)
        let (a, b, c, d) = (
            Int(numbers[0].signum()), Int(numbers[1].signum()), Int(numbers[2].signum()), Int(numbers[3].signum())
        )
        for y in 0..<size.height {
            for x in 0..<size.width {
                // The matrix applied, then moved back into the picture.
                let shownX = a * x + c * y + (a + c < 0 ? upright.width - 1 : 0)
                let shownY = b * x + d * y + (b + d < 0 ? upright.height - 1 : 0)
                for byte in 0..<pixelBytes
                where result[shownY * uprightRow + shownX * pixelBytes + byte]
                    != source[y * row + x * pixelBytes + byte]
                {
                    Issue.record("(\(x), \(y)) is not at (\(shownX), \(shownY))")
                    return
                }
            }
        }
    }

    @Test("turns agree with FFmpeg's own matrices", arguments: [0, 90, 180, 270])
    func turns(_ degrees: Int) throws {
        var matrix = [Int32](repeating: 0, count: 9)
        // FFmpeg's angle is counted the other way round than its name says (libavutil/display.h).
        av_display_rotation_set(&matrix, Double(degrees))
        let orientation = try #require(Orientation(displayMatrix: matrix))
        #expect(orientation.rotation == degrees && !orientation.isMirrored)
        av_display_matrix_flip(&matrix, 1, 0)
        #expect(try #require(Orientation(displayMatrix: matrix)).isMirrored)
    }

    @Test("a turn that is no quarter is no orientation")
    func oddTurn() {
        var matrix = [Int32](repeating: 0, count: 9)
        av_display_rotation_set(&matrix, 30)
        #expect(Orientation(displayMatrix: matrix) == nil)
        #expect(made(of: [0, 0, 0, 0]) == nil)
    }
}
