import Foundation
import TrackModel
import VideoIO

/// One picture of all thumbnails in rows, each with its track, label and time.
enum ContactSheet {
    private static let cell = 160
    private static let caption = 40
    private static let gap = 12

    /// Throws `TrackletError` when it cannot be made.
    static func make(of thumbnails: [ThumbnailCollector.Thumbnail]) throws -> VideoPicture {
        // Rather broad than high, until it would be broader than six.
        let count = max(1, thumbnails.count)
        let columns = min(count, max(6, Int(Double(count).squareRoot().rounded(.up))))
        let rows = (count + columns - 1) / columns
        let size = PixelSize(
            width: gap + columns * (cell + gap), height: gap + rows * (cell + caption + gap))
        let sheet = try VideoPicture(gray: 32, size: size)
        let canvas = PictureCanvas(sheet)
        let scaler = PhotoEncoder()
        for (place, thumbnail) in thumbnails.enumerated() {
            let left = gap + place % columns * (cell + gap)
            let top = gap + place / columns * (cell + caption + gap)
            let photo = thumbnail.photo
            let scale = Double(cell) / Double(max(photo.size.width, photo.size.height))
            let fitted = PixelSize(
                width: even(Double(photo.size.width) * scale), height: even(Double(photo.size.height) * scale))
            let scaled = try scaler.photo(of: photo, part: photo.size.bounds, size: fitted)
            // In the middle of its cell, on even pixels.
            let x = left + (cell - fitted.width) / 4 * 2
            let y = top + (cell - fitted.height) / 4 * 2
            try copy(scaled, to: sheet, left: x, top: y)
            let color = TrackColor.of(track: thumbnail.track)
            try canvas.fill(
                Box(left: Double(left), top: Double(top + cell), width: Double(cell), height: 4), color: color)
            let lines = ["\(thumbnail.track) \(thumbnail.label)", clock(thumbnail.time)]
            for (line, text) in lines.enumerated() {
                let base = Point(x: Double(left), y: Double(top + cell + 18 + line * 16))
                try canvas.text(text, at: base, height: 9, color: .white)
            }
        }
        return sheet
    }

    private static func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(abs(seconds))
        return String(
            format: "%@%d:%02d.%d", NSString(string: seconds < 0 ? "-" : ""), whole / 60, whole % 60,
            Int(abs(seconds) * 10) % 10)
    }

    private static func copy(_ source: VideoPicture, to target: VideoPicture, left: Int, top: Int) throws {
        try source.withPlanes { from in
            try target.withPlanes { to in
                for y in 0..<from.size.height {
                    (to.luma + (top + y) * to.lumaBytesPerRow + left)
                        .update(from: from.luma + y * from.lumaBytesPerRow, count: from.size.width)
                }
                for y in 0..<from.size.height / 2 {
                    let offset = (top / 2 + y) * to.chromaBytesPerRow + left / 2
                    (to.blueDifference + offset)
                        .update(from: from.blueDifference + y * from.chromaBytesPerRow, count: from.size.width / 2)
                    (to.redDifference + offset)
                        .update(from: from.redDifference + y * from.chromaBytesPerRow, count: from.size.width / 2)
                }
            }
        }
    }
}
