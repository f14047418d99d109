internal import TrackModel

/// Reads brightness between the pixels of a picture. Must not leave the closure that lent the pixels.
struct PixelReader {
    private let pixels: UnsafeBufferPointer<UInt8>
    private let bytesPerRow: Int
    private let area: PixelArea

    /// Runs `body` with a reader over the view's pixels.
    static func read<Result>(_ view: PictureView, _ body: (PixelReader) throws -> Result) rethrows -> Result {
        try view.plane.withPixels { pixels in
            try body(PixelReader(pixels: pixels, bytesPerRow: view.plane.bytesPerRow, area: view.area))
        }
    }

    /// Bilinear, 0...255; whole numbers are pixel centres, and the picture goes on evenly beyond its edges.
    func value(x: Double, y: Double) -> Double {
        let x = min(max(x, 0), Double(area.width - 1))
        let y = min(max(y, 0), Double(area.height - 1))
        let left = min(Int(x), max(0, area.width - 2))
        let top = min(Int(y), max(0, area.height - 2))
        let right = min(left + 1, area.width - 1)
        let bottom = min(top + 1, area.height - 1)
        let shareX = x - Double(left)
        let shareY = y - Double(top)
        let upper = pixel(left, top) * (1 - shareX) + pixel(right, top) * shareX
        let lower = pixel(left, bottom) * (1 - shareX) + pixel(right, bottom) * shareX
        return upper * (1 - shareY) + lower * shareY
    }

    private func pixel(_ column: Int, _ row: Int) -> Double {
        Double(pixels[(area.top + row) * bytesPerRow + area.left + column])
    }
}
