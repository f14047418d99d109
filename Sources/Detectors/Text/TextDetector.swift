internal import COpenCV
internal import Foundation
public import TrackModel

/// Finds lines of text, from left to right and up to 15 degrees out of the level, in any script whose letters are apart.
///
/// Letters are regions that stand out evenly from what is around them (MSER), with strokes of one width; they are grouped to
/// lines by likeness and place (`TextLineGrouping`). The picture is brought to a size at which the smallest wanted line is
/// `workingHeight` pixels high. The confidence is about the share of such lines that are text (`TextLine`).
public struct TextDetector: Detector {
    public let name = "text"
    public let label: String
    public let options: TextOptions

    /// Smaller letters run into one another. Raising it finds smaller print and takes longer, by its square.
    private static let workingHeight = 14.0
    /// Gray levels between a letter and what is around it: what is fainter is not looked at.
    private static let leastContrast = 24.0

    /// Throws `TrackletError` (`usage`) when the options make no sense.
    public init(options: TextOptions = TextOptions(), label: String = "text") throws {
        try options.validate()
        self.options = options
        self.label = label
    }

    /// Sorted by falling confidence. Throws `TrackletError` (`usage`) when the search region lies outside the frame.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let area = try PixelArea(searching: options.region, in: frame.size)
        let (smallest, largest) = options.heights(inHeight: frame.size.height)
        guard area.width >= 8, area.height >= 8 else { return [] }
        // Enlarging more than twice adds nothing that is not there.
        let scale = min(2, Self.workingHeight / smallest)
        let size = PixelSize(
            width: max(8, Int((Double(area.width) * scale).rounded())),
            height: max(8, Int((Double(area.height) * scale).rounded())))
        let picture = try ReducedLumaSet.picture(of: frame, area: area, size: size)
        // A line's smallest letters are about half as high as all of it.
        let letters = try Self.letters(
            in: picture, heights: max(5, smallest * scale * 0.45)...max(6, largest * scale))
        let factorX = Double(area.width) / Double(size.width)
        let factorY = Double(area.height) / Double(size.height)
        return TextLineGrouping.lines(of: letters).compactMap { line in
            guard line.confidence >= options.minimumConfidence else { return nil }
            let box = Box(
                left: line.box.left * factorX + Double(area.left), top: line.box.top * factorY + Double(area.top),
                width: line.box.width * factorX, height: line.box.height * factorY)
            guard (smallest...largest).contains(box.height) else { return nil }
            return Detection(box: box, confidence: line.confidence, label: label)
        }
    }

    private static func letters(in picture: PictureView, heights: ClosedRange<Double>) throws -> [LetterShape] {
        var parameters = tcv_letter_parameters(
            min_height: Int32(heights.lowerBound.rounded(.down)), max_height: Int32(min(heights.upperBound, 1e6)),
            delta: 5, min_contrast: leastContrast)
        return try picture.withImage { image in
            var error = tcv_error()
            var found: UnsafeMutablePointer<tcv_letter>?
            var count: Int64 = 0
            guard tcv_letters_find(image, &parameters, &found, &count, &error) == TCV_OK else {
                throw TrackletError(
                    .failure, "Cannot look for letters in a picture of \(picture.size) pixels: \(error.text).")
            }
            defer { tcv_letters_free(found) }
            return UnsafeBufferPointer(start: found, count: Int(count)).map { letter in
                LetterShape(
                    box: Box(
                        left: letter.box.left, top: letter.box.top, width: letter.box.width, height: letter.box.height),
                    fill: letter.area / (letter.box.width * letter.box.height), inside: letter.inside,
                    outside: letter.outside, stroke: letter.stroke, strokeDeviation: letter.stroke_deviation)
            }
        }
    }
}
