import CFFmpeg
import TrackModel

/// How stored pictures are turned and mirrored to stand upright: one of the eight symmetries of the rectangle.
struct Orientation: Sendable, Hashable {
    /// Whether stored columns become upright rows.
    var swapsAxes = false
    /// Whether upright columns run against the stored axis they come from.
    var reversesColumns = false
    /// Whether upright rows run against the stored axis they come from.
    var reversesRows = false

    static let upright = Orientation()

    init(swapsAxes: Bool = false, reversesColumns: Bool = false, reversesRows: Bool = false) {
        self.swapsAxes = swapsAxes
        self.reversesColumns = reversesColumns
        self.reversesRows = reversesRows
    }

    /// From FFmpeg's display matrix (libavutil/display.h): a stored point (p, q) is shown at (a p + c q, b p + d q), with a, b
    /// the first two numbers and c, d the fourth and fifth. Nil when it is no multiple of a quarter turn.
    init?(displayMatrix matrix: UnsafePointer<Int32>) {
        let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
        switch (a != 0 && d != 0, b != 0 && c != 0) {
        case (true, false) where b == 0 && c == 0:
            self.init(reversesColumns: a < 0, reversesRows: d < 0)
        case (false, true) where a == 0 && d == 0:
            self.init(swapsAxes: true, reversesColumns: c < 0, reversesRows: b < 0)
        default: return nil
        }
    }

    /// The clockwise turn in degrees; for a mirrored picture, the turn that comes after mirroring left and right.
    var rotation: Int {
        switch (swapsAxes, reversesColumns, reversesRows) {
        case (false, false, false), (false, true, false): 0
        case (true, true, false), (true, true, true): 90
        case (false, true, true), (false, false, true): 180
        case (true, false, true), (true, false, false): 270
        }
    }

    /// Whether the picture is a mirror image as stored.
    var isMirrored: Bool { swapsAxes == (reversesColumns == reversesRows) }

    /// The upright size of a stored picture, or the stored size of an upright one.
    func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Writes a stored picture upright into `destination`.
    ///
    /// - Parameters:
    ///   - source: the first stored pixel.
    ///   - sourceSize: the stored size.
    ///   - sourceRow: bytes from one stored row to the next; may be negative.
    ///   - pixelBytes: bytes of a pixel.
    ///   - destinationRow: bytes from one upright row to the next.
    func copy(
        _ source: UnsafePointer<UInt8>, size sourceSize: PixelSize, sourceRow: Int, pixelBytes: Int,
        to destination: UnsafeMutablePointer<UInt8>, destinationRow: Int
    ) {
        let size = turned(sourceSize)
        let columnStep = (reversesColumns ? -1 : 1) * (swapsAxes ? sourceRow : pixelBytes)
        let rowStep = (reversesRows ? -1 : 1) * (swapsAxes ? pixelBytes : sourceRow)
        let start =
            source + (reversesColumns ? -columnStep * (size.width - 1) : 0)
            + (reversesRows ? -rowStep * (size.height - 1) : 0)
        if columnStep == pixelBytes {
            for y in 0..<size.height {
                (destination + y * destinationRow).update(from: start + y * rowStep, count: size.width * pixelBytes)
            }
            return
        }
        // In tiles, so that the stored rows which a turned tile touches stay in the cache.
        let tile = 64
        for tileTop in stride(from: 0, to: size.height, by: tile) {
            let rows = tileTop..<min(tileTop + tile, size.height)
            for tileLeft in stride(from: 0, to: size.width, by: tile) {
                let count = min(tile, size.width - tileLeft)
                for y in rows {
                    let target = destination + y * destinationRow + tileLeft * pixelBytes
                    let pixel = start + y * rowStep + tileLeft * columnStep
                    if pixelBytes == 1 {
                        for x in 0..<count { target[x] = pixel[x * columnStep] }
                    } else {
                        for x in 0..<count {
                            for byte in 0..<pixelBytes { target[x * pixelBytes + byte] = pixel[x * columnStep + byte] }
                        }
                    }
                }
            }
        }
    }
}
