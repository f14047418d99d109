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

    /// Writes a stored picture upright into `destination`, whose rows have no padding.
    ///
    /// - Parameters:
    ///   - source: the first stored pixel.
    ///   - sourceSize: the stored size.
    ///   - sourceRow: bytes from one stored row to the next; may be negative.
    ///   - pixelBytes: bytes of a pixel.
    func copy(
        _ source: UnsafePointer<UInt8>, size sourceSize: PixelSize, sourceRow: Int, pixelBytes: Int,
        to destination: UnsafeMutablePointer<UInt8>
    ) {
        let size = turned(sourceSize)
        let columnStep = (reversesColumns ? -1 : 1) * (swapsAxes ? sourceRow : pixelBytes)
        let rowStep = (reversesRows ? -1 : 1) * (swapsAxes ? pixelBytes : sourceRow)
        let start =
            source + (reversesColumns ? -columnStep * (size.width - 1) : 0)
            + (reversesRows ? -rowStep * (size.height - 1) : 0)
        if columnStep == pixelBytes {
            for y in 0..<size.height {
                (destination + y * size.width * pixelBytes).update(
                    from: start + y * rowStep, count: size.width * pixelBytes)
            }
        } else if pixelBytes == 1 {
            copyTiles(from: start, columnStep: columnStep, rowStep: rowStep, to: destination, size: size)
        } else {
            var target = destination
            for y in 0..<size.height {
                var pixel = start + y * rowStep
                for _ in 0..<size.width {
                    for byte in 0..<pixelBytes { target[byte] = pixel[byte] }
                    target += pixelBytes
                    pixel += columnStep
                }
            }
        }
    }

    /// Walks the picture in tiles, so that the stored rows a turned tile touches stay in the cache.
    private func copyTiles(
        from start: UnsafePointer<UInt8>, columnStep: Int, rowStep: Int,
        to destination: UnsafeMutablePointer<UInt8>, size: PixelSize
    ) {
        let tile = 64
        for tileTop in stride(from: 0, to: size.height, by: tile) {
            let tileBottom = min(tileTop + tile, size.height)
            for tileLeft in stride(from: 0, to: size.width, by: tile) {
                let count = min(tile, size.width - tileLeft)
                for y in tileTop..<tileBottom {
                    let target = destination + y * size.width + tileLeft
                    var pixel = start + y * rowStep + tileLeft * columnStep
                    for x in 0..<count {
                        target[x] = pixel.pointee
                        pixel += columnStep
                    }
                }
            }
        }
    }
}
